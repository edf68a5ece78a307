public import Foundation
import Synchronization
public import Trellis

/// A list of items that is gone when its scope closes.
public final class MemoryItemStore: ItemStore {
    private struct State {
        var items: [(position: Int, item: Item)] = []
        var lastPosition = 0
        var changes: [ItemChange] = []
        var revision = 0

        /// The oldest revision that one can ask for the changes since.
        var oldest: Int { changes.first.map { $0.revision - 1 } ?? revision }

        func index(of id: UUID) throws(ItemStoreError) -> Int {
            guard let index = items.firstIndex(where: { $0.item.id == id }) else { throw .noSuchItem(id: id) }
            return index
        }

        mutating func record(_ kind: ItemChange.Kind, _ item: Item, at time: Date) {
            revision += 1
            changes.append(ItemChange(revision: revision, kind: kind, item: item, time: time))
        }
    }

    private let state = Mutex(State())
    private let announcer = ChangeAnnouncer()
    private let clock: WallClock

    /// Creates an empty list.
    /// - Parameter clock: What items are dated by.
    public init(clock: WallClock) {
        self.clock = clock
    }

    /// Adds an item.
    public func add(title: String, count: Int) async throws -> Item {
        let time = clock.now().wholeMilliseconds
        let item = try Item(id: UUID(), title: title, count: count, created: time, modified: time)
        state.withLock { state in
            state.lastPosition += 1
            state.items.append((state.lastPosition, item))
            state.record(.added, item, at: time)
        }
        announcer.announce()
        return item
    }

    /// Gives an item.
    public func item(_ id: UUID) async throws -> Item {
        try state.withLock { state in state.items[try state.index(of: id)].item }
    }

    /// Changes an item.
    public func update(_ id: UUID, title: String?, count: Int?) async throws -> Item {
        let time = clock.now().wholeMilliseconds
        let (item, isChanged) = try state.withLock { state in
            let index = try state.index(of: id)
            let old = state.items[index].item
            let new = try old.updated(title: title, count: count, at: time)
            guard new != old else { return (old, false) }
            state.items[index].item = new
            state.record(.updated, new, at: time)
            return (new, true)
        }
        if isChanged { announcer.announce() }
        return item
    }

    /// Deletes an item.
    public func delete(_ id: UUID) async throws {
        let time = clock.now().wholeMilliseconds
        try state.withLock { state in
            let item = state.items.remove(at: try state.index(of: id)).item
            state.record(.deleted, item, at: time)
        }
        announcer.announce()
    }

    /// Some items.
    public func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage {
        MemorySnapshot(items: state.withLock(\.items), revision: 0).page(after: position, filter: filter, limit: limit)
    }

    /// The items as they are now.
    public func snapshot() async throws -> any ItemSnapshot {
        state.withLock { MemorySnapshot(items: $0.items, revision: $0.revision) }
    }

    /// Some changes.
    public func changes(since revision: Int, limit: Int) async throws -> [ItemChange] {
        try state.withLock { state in
            guard (state.oldest...state.revision).contains(revision) else {
                throw ItemStoreError.historyUnavailable(
                    since: revision, oldest: state.oldest, newest: state.revision)
            }
            return Array(state.changes.dropFirst(revision - state.oldest).prefix(limit))
        }
    }

    /// Forgets the changes that were made before a time.
    public func forgetChanges(before time: Date) async throws -> Int {
        state.withLock { state in
            let forgotten = state.changes.prefix { $0.time < time }.count
            state.changes.removeFirst(forgotten)
            return forgotten
        }
    }

    /// Tells when there are new changes.
    public func announcements() -> AsyncStream<Void> { announcer.announcements() }

    /// Does nothing: memory works.
    public func verify() async throws {}
}

/// The items of a list in memory, at one moment.
private struct MemorySnapshot: ItemSnapshot {
    var items: [(position: Int, item: Item)]
    var revision: Int

    func page(after position: Int?, limit: Int) async throws -> ItemPage {
        page(after: position, filter: nil, limit: limit)
    }

    func page(after position: Int?, filter: String?, limit: Int) -> ItemPage {
        // Every title contains the empty text, which is not what `contains` says.
        let filter = filter?.loweringASCII() ?? ""
        let found = items.lazy.drop { $0.position <= position ?? 0 }
            .filter { filter.isEmpty || $0.item.title.loweringASCII().contains(filter) }
            .prefix(limit)
        let page = Array(found)
        return ItemPage(items: page.map(\.item), last: page.last?.position)
    }
}

extension String {
    /// With its ASCII letters in lower case, as SQLite's `lower` has it.
    fileprivate func loweringASCII() -> String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
