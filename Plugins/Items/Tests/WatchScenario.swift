import Foundation
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import Items

/// A watch of a store with random changes between any two steps of the watch.
final class WatchScenario: Sendable {
    /// The error that ends the watch after all changes were reported.
    struct Over: Error {}

    /// The state of the client after the events that it received.
    struct Client: Sendable {
        var items: [UUID: Item] = [:]
        /// The revision of the last change; nil before the first.
        var revision: Int?
        var isReady = false
    }

    private struct State {
        var random: SeededGenerator
        var changesLeft = 40
        /// The items of the list at each revision.
        var lists: [Int: [UUID: Item]] = [0: [:]]
        var client = Client()
    }

    private let store: any ItemStore
    private let clock: AdjustableClock
    private let prunes: Bool
    private let state: Mutex<State>

    /// Creates a scenario.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random choices.
    ///   - store: An empty store.
    ///   - clock: The clock of the store.
    ///   - pruning: Whether changes are also pruned.
    init(seed: Int, store: any ItemStore, clock: AdjustableClock, pruning: Bool) {
        self.store = store
        self.clock = clock
        self.prunes = pruning
        self.state = Mutex(State(random: SeededGenerator(seed: UInt64(seed))))
    }

    var client: Client { state.withLock(\.client) }

    /// The revisions of the list so far, in order.
    var revisions: [Int] { state.withLock { $0.lists.keys.sorted() } }

    /// Makes some changes before the watch begins.
    func prepare() async throws {
        for _ in 0..<number(in: 0...20) { try await change() }
    }

    /// Runs the watch and verifies its events.
    func watch(since: Int?) async throws {
        if let since {
            state.withLock { $0.client = Client(items: $0.lists[since] ?? [:], revision: since) }
        }
        let environment = WatchEnvironment(
            revision: { try await self.between { try await self.store.revision() } },
            page: { position, limit in
                try await self.between {
                    .init(try await self.store.page(after: position, filter: nil, limit: limit))
                }
            },
            changes: { revision, limit in
                try await self.between { try await self.store.changes(since: revision, limit: limit) }
            },
            pageSize: number(in: 1...4), announcements: { self.announcements() }, logger: .silent)
        try await ItemWatch(request: WatchRequest(since: since), environment: environment).run { event in
            try await self.maybeChange()
            try await self.take(event)
            try await self.maybeChange()
        }
    }

    /// The store's announcements.
    ///
    /// Before each wait for an announcement, the scenario makes one of its changes.
    private func announcements() -> AsyncStream<Void> {
        let announcements = store.announcements()
        return AsyncStream {
            try? await self.change()
            var iterator = announcements.makeAsyncIterator()
            return await iterator.next()
        }
    }

    private func take(_ event: ItemWatch.Event) async throws {
        let newest = try await store.revision()
        let isOver = try state.withLock { state in
            switch event {
            case .present(let item):
                #expect(!state.client.isReady)
                #expect(state.client.revision == nil)
                #expect(state.client.items.updateValue(item, forKey: item.id) == nil)
            case .changed(let change):
                // The next one of the revisions that the scenario has seen.
                if let last = state.client.revision {
                    try #require(change.revision == state.lists.keys.filter { $0 > last }.min())
                }
                state.client.revision = change.revision
                state.client.items[change.item.id] = change.kind == .deleted ? nil : change.item
                if state.client.isReady { #expect(state.client.items == state.lists[change.revision]) }
            case .ready(let revision):
                #expect(!state.client.isReady)
                #expect(state.client.revision ?? revision == revision)
                state.client.isReady = true
                state.client.revision = revision
                try #require(state.client.items == state.lists[revision])
            }
            return state.client.isReady && state.changesLeft == 0 && state.client.revision == newest
        }
        if isOver { throw Over() }
    }

    private func between<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await maybeChange()
        let value = try await body()
        try await maybeChange()
        return value
    }

    private func maybeChange() async throws {
        while number(in: 0...2) == 0 { try await change() }
    }

    /// Makes a random change, records the list at its revision, and prunes old changes at random.
    private func change() async throws {
        let (mayChange, list) = state.withLock { state in
            guard state.changesLeft > 0 else { return (false, [Item]()) }
            state.changesLeft -= 1
            return (true, (state.lists[state.lists.keys.max() ?? 0] ?? [:]).values.sorted { $0.revision < $1.revision })
        }
        guard mayChange else { return }
        clock.advance(by: 1)
        let item = list.isEmpty ? nil : list[number(in: 0...(list.count - 1))]
        let revision: Int
        var items = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
        switch (number(in: 0...3), item) {
        case (0, let item?):
            try await store.delete(item.id)
            items[item.id] = nil
            revision = try await store.revision()
        case (1, let item?), (2, let item?):
            let item = try await store.update(item.id, title: nil, count: item.count + 1)
            items[item.id] = item
            revision = item.revision
        default:
            let item = try await store.add(title: "Item \(list.count)", count: 0)
            items[item.id] = item
            revision = item.revision
        }
        let result = items
        state.withLock { $0.lists[revision] = result }
        guard prunes, number(in: 0...7) == 0 else { return }
        try await store.pruneChanges(before: clock.clock.now().addingTimeInterval(-Double(number(in: 0...12))))
    }

    private func number(in range: ClosedRange<Int>) -> Int {
        state.withLock { Int.random(in: range, using: &$0.random) }
    }
}

extension Logger {
    /// A logger without output.
    static var silent: Logger { Logger(label: "items") { _ in SwiftLogNoOpLogHandler() } }
}
