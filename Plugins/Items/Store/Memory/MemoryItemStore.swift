public import Foundation
import Synchronization
public import Trellis

/// An item store in memory, whose items are lost when its scope closes.
public final class MemoryItemStore: ItemStore {
    private struct State {
        var items = ItemTable()
        var changes: [ItemChange] = []
        var revision = 0

        /// The revision of the last pruned change; 0 if none was pruned.
        var horizon = 0

        /// Stores a changed item and records the change.
        mutating func record(_ kind: ItemChange.Kind, _ item: Item, at time: Date) -> Item {
            revision = Revision.next(after: revision, at: time)
            var item = item
            item.revision = revision
            if kind == .deleted { items.remove(item.id) } else { items.put(item) }
            changes.append(ItemChange(kind: kind, item: item, time: time.wholeMilliseconds))
            return item
        }
    }

    private let state = Mutex(State())
    private let changed = ChangeSignal()
    private let clock: WallClock

    /// Creates an empty store.
    /// - Parameter clock: The clock that provides the times of items and changes.
    public init(clock: WallClock) {
        self.clock = clock
    }

    /// Creates a store with sample items, which were added at the current time.
    /// - Parameter clock: The clock that provides the times of items and changes.
    public convenience init(samplesAt clock: WallClock) {
        self.init(clock: clock)
        let time = clock.now()
        state.withLock { state in
            for sample in SampleItems.all {
                let item = try? ItemRecord(title: sample.title, count: sample.count).item(at: time)
                if let item { _ = state.record(.added, item, at: time) }
            }
        }
    }

    /// Performs a change, and announces the change if it has an effect.
    private func change<Value: Sendable>(_ body: (inout State, _ time: Date) throws -> Value) throws -> Value {
        let time = clock.now()
        let (value, isChanged) = try state.withLock { state in
            let revision = state.revision
            let value = try body(&state, time)
            return (value, state.revision != revision)
        }
        if isChanged { changed.signal() }
        return value
    }
}

// MARK: - Changing

extension MemoryItemStore {
    /// Adds an item.
    public func add(title: String, count: Int) async throws -> Item {
        try change { state, time in
            state.record(.added, try ItemRecord(title: title, count: count).item(at: time), at: time)
        }
    }

    /// Adds several items.
    public func add(_ items: [NewItem]) async throws -> [Item] {
        try ItemBatch.validate(count: items.count)
        return try change { state, time in
            // All items are validated before the first is added, so that the batch is atomic.
            let new = try ItemBatch.map(items) { try ItemRecord(title: $0.title, count: $0.count).item(at: time) }
            return new.map { state.record(.added, $0, at: time) }
        }
    }

    /// Updates an item.
    public func update(_ id: UUID, title: String?, count: Int?, ifRevision expected: Int?) async throws -> Item {
        try change { state, time in
            let old = try state.items.item(id)
            try old.requireRevision(expected)
            guard let new = try old.updated(title: title, count: count, at: time) else { return old }
            return state.record(.updated, new, at: time)
        }
    }

    /// Deletes an item.
    public func delete(_ id: UUID, ifRevision expected: Int?) async throws {
        try change { state, time in
            let item = try state.items.item(id)
            try item.requireRevision(expected)
            _ = state.record(.deleted, item, at: time)
        }
    }

    /// Deletes several items.
    public func delete(_ ids: [UUID]) async throws -> Int {
        try ItemBatch.validate(count: ids.count)
        return try change { state, time in
            // All identifiers are validated before the first item is deleted, so that the batch is atomic.
            let items = try ItemBatch.unique(ids).map { try state.items.item($0) }
            for item in items { _ = state.record(.deleted, item, at: time) }
            return items.count
        }
    }

    /// Imports items with their identifiers and times.
    public func importItems(_ records: [ItemRecord], replacing: Bool) async throws -> ItemImportCounts {
        try ItemBatch.validate(count: records.count)
        return try change { state, time in
            // All items are validated before the first is added, so that the batch is atomic.
            let items = try ItemBatch.map(records) { try $0.item(at: time) }
            var counts = ItemImportCounts()
            for (record, item) in zip(records, items) {
                guard let old = state.items[item.id] else {
                    _ = state.record(.added, item, at: time)
                    counts.added += 1
                    continue
                }
                guard let new = try record.replacement(of: old, at: time), replacing else {
                    counts.kept += 1
                    continue
                }
                _ = state.record(.updated, new, at: time)
                counts.replaced += 1
            }
            return counts
        }
    }

    /// Deletes the records of changes that were made before a time.
    public func pruneChanges(before time: Date) async throws -> Int {
        state.withLock { state in
            let pruned = state.changes.prefix { $0.time < time }
            let count = pruned.count
            state.horizon = pruned.last?.revision ?? state.horizon
            state.changes.removeFirst(count)
            return count
        }
    }
}

// MARK: - Reading

extension MemoryItemStore {
    /// Returns an item.
    public func item(_ id: UUID) async throws -> Item {
        try state.withLock { try $0.items.item(id) }
    }

    /// Returns a page of items.
    public func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage {
        // A filter may scan all items, so it works on a copy outside the lock (copy on write).
        if let filter { return state.withLock(\.items).page(after: position, filter: filter, limit: limit) }
        return state.withLock { $0.items.page(after: position, filter: nil, limit: limit) }
    }

    /// Returns the position of an item.
    public func position(of id: UUID) async throws -> Int {
        try state.withLock { try $0.items.position(of: id) }
    }

    /// Returns a snapshot of the items.
    public func snapshot() async throws -> any ItemSnapshot {
        state.withLock { MemorySnapshot(items: $0.items) }
    }

    /// Returns the revision of the last change.
    public func revision() async throws -> Int {
        state.withLock(\.revision)
    }

    /// Returns changes in the order of their revisions.
    public func changes(since revision: Int, limit: Int) async throws -> [ItemChange] {
        try state.withLock { state in
            let earlier = state.changes.count(upTo: revision)
            guard revision == (earlier == 0 ? state.horizon : state.changes[earlier - 1].revision) else {
                throw ItemStoreError.historyUnavailable(
                    since: revision, oldest: state.horizon, newest: state.revision)
            }
            return Array(state.changes.dropFirst(earlier).prefix(limit))
        }
    }

    /// Returns a stream that yields after new changes.
    public func announcements() -> AsyncStream<Void> { changed.changes() }

    /// Does nothing, because a store in memory does not fail.
    public func verify() async throws {}

    /// Does nothing, because a store in memory has no file to check.
    public func checkIntegrity() async throws {}
}

/// The items of a store in memory at one moment.
private struct MemorySnapshot: ItemSnapshot {
    var items: ItemTable

    func page(after position: Int?, limit: Int) async throws -> ItemPage {
        items.page(after: position, filter: nil, limit: limit)
    }
}
