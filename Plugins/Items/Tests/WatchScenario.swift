import Foundation
import Synchronization
import Testing
import Trellis

@testable import Items

/// A watch of a store that changes at random between any two of the watch's steps.
final class WatchScenario: Sendable {
    /// Thrown to end the watch: all changes were made, and told.
    struct Over: Error {}

    /// What the client has been told.
    struct Client: Sendable {
        var items: [UUID: Item] = [:]
        /// The revision of the last change; nil before the first.
        var revision: Int?
        var isReady = false
    }

    private struct State {
        var random: SeededGenerator
        var changesLeft = 40
        /// The list as it was at each revision.
        var lists: [Int: [UUID: Item]] = [0: [:]]
        var client = Client()
    }

    private let store: any ItemStore
    private let clock: TurnedClock
    private let forgets: Bool
    private let state: Mutex<State>

    /// Creates a scenario.
    ///
    /// - Parameters:
    ///   - seed: Says what happens.
    ///   - store: The store, which is empty.
    ///   - clock: What the store goes by.
    ///   - forgetting: Whether changes are forgotten, too.
    init(seed: Int, store: any ItemStore, clock: TurnedClock, forgetting: Bool) {
        self.store = store
        self.clock = clock
        self.forgets = forgetting
        self.state = Mutex(State(random: SeededGenerator(seed: UInt64(seed))))
    }

    var client: Client { state.withLock(\.client) }

    /// Makes some changes before the watch begins.
    func prepare() async throws {
        for _ in 0..<number(in: 0...20) { try await change() }
    }

    /// Watches, and checks what is told.
    func watch(since: Int?) async throws {
        if let since {
            state.withLock { $0.client = Client(items: $0.lists[since] ?? [:], revision: since) }
        }
        let environment = WatchEnvironment(
            revision: { try await self.between { try await self.store.revision() } },
            page: { position, limit in
                try await self.between { try await self.store.page(after: position, filter: nil, limit: limit) }
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
    /// Whoever waits for one gets a change to be told of, as long as there are any left.
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
                if let last = state.client.revision { try #require(change.revision == last + 1) }
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

    /// Makes a change that gets a revision, and perhaps forgets some.
    private func change() async throws {
        let (mayChange, list) = state.withLock { state in
            guard state.changesLeft > 0 else { return (false, [Item]()) }
            state.changesLeft -= 1
            return (true, (state.lists[state.lists.keys.max() ?? 0] ?? [:]).values.sorted { $0.revision < $1.revision })
        }
        guard mayChange else { return }
        clock.turn(by: 1)
        let item = list.isEmpty ? nil : list[number(in: 0...(list.count - 1))]
        let revision = try await store.revision() + 1
        var items = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
        switch (number(in: 0...3), item) {
        case (0, let item?):
            try await store.delete(item.id)
            items[item.id] = nil
        case (1, let item?), (2, let item?):
            items[item.id] = try await store.update(item.id, title: nil, count: item.count + 1)
        default:
            let item = try await store.add(title: "Item \(revision)", count: 0)
            items[item.id] = item
        }
        let result = items
        state.withLock { $0.lists[revision] = result }
        guard forgets, number(in: 0...7) == 0 else { return }
        try await store.forgetChanges(before: clock.clock.now().addingTimeInterval(-Double(number(in: 0...12))))
    }

    private func number(in range: ClosedRange<Int>) -> Int {
        state.withLock { Int.random(in: range, using: &$0.random) }
    }
}

extension Logger {
    /// A logger that says nothing.
    static var silent: Logger { Logger(label: "items") { _ in SwiftLogNoOpLogHandler() } }
}
