public import Foundation
public import Trellis
import TrellisSQLite

/// An item store in a SQLite database: `items.sqlite` in the plugin's state directory.
///
/// An acknowledged change survives a crash of the process and of the machine.
public final class SQLiteItemStore: ItemStore, Closable {
    private let database: SQLiteDatabase
    private let changed: ChangeSignal
    private let clock: WallClock
    private let (reading, writing): (Failpoint, Failpoint)

    /// The maximum number of changes that ``pruneChanges(before:)`` deletes in one transaction.
    ///
    /// This limit bounds the delay of other changes.
    private static let pruningBatchSize = 1_000

    /// Opens the store, or creates an empty one.
    ///
    /// - Parameters:
    ///   - plugin: The environment with the state directory.
    ///   - clock: The wall clock.
    /// - Throws: `PluginFailure` when the database cannot be opened.
    public init(plugin: PluginEnvironment, clock: WallClock) throws(PluginFailure) {
        let changed = ChangeSignal()
        self.changed = changed
        database = try SQLiteDatabase(
            at: plugin.directories.state.appending("items.sqlite"), migrator: ItemDatabase.migrator,
            attributedTo: plugin
        ) { changed.signal() }
        self.clock = clock
        reading = plugin.failpoint("store.read")
        writing = plugin.failpoint("store.write")
    }

    /// Closes the database and ends the announcements.
    ///
    /// A copy of the closed file is a complete backup.
    ///
    /// - Throws: The error of SQLite when the database cannot be closed; no data is lost in this case.
    public func close() async throws {
        changed.finish()
        try await database.close()
    }

    /// The database.
    public var backup: [BackupPart] { [database.backup] }

    /// Performs a change and returns when it is on disk.
    private func commit<Value: Sendable>(
        weight: Int = 1, _ body: @escaping @Sendable (ItemTransaction) throws -> Value
    ) async throws -> Value {
        let (clock, writing) = (clock, writing)
        return try await database.write(weight: weight) { db in
            try writing.evaluateBlocking()
            return try body(ItemTransaction(db: db, time: clock.now()))
        }
    }

    /// Reads from the database.
    private func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let reading = reading
        return try await database.read { db in
            try reading.evaluateBlocking()
            return try body(db)
        }
    }
}

// MARK: - Changing

extension SQLiteItemStore {
    /// Adds an item.
    public func add(title: String, count: Int) async throws -> Item {
        let record = ItemRecord(title: title, count: count)
        return try await commit { list in try list.add(record) }
    }

    /// Adds several items.
    public func add(_ items: [NewItem]) async throws -> [Item] {
        try ItemBatch.validate(count: items.count)
        return try await commit(weight: items.count) { list in
            try ItemBatch.map(items) { try list.add(ItemRecord(title: $0.title, count: $0.count)) }
        }
    }

    /// Updates an item.
    public func update(_ id: UUID, title: String?, count: Int?, ifRevision expected: Int?) async throws -> Item {
        try await commit { list in try list.update(id, title: title, count: count, ifRevision: expected) }
    }

    /// Deletes an item.
    public func delete(_ id: UUID, ifRevision expected: Int?) async throws {
        try await commit { list in try list.delete(id, ifRevision: expected) }
    }

    /// Deletes several items.
    public func delete(_ ids: [UUID]) async throws -> Int {
        try ItemBatch.validate(count: ids.count)
        let ids = ItemBatch.unique(ids)
        return try await commit(weight: ids.count) { list in
            for id in ids { try list.delete(id, ifRevision: nil) }
            return ids.count
        }
    }

    /// Imports items with their identifiers and times.
    public func importItems(_ records: [ItemRecord], replacing: Bool) async throws -> ItemImportCounts {
        try ItemBatch.validate(count: records.count)
        return try await commit(weight: records.count) { list in
            var counts = ItemImportCounts()
            _ = try ItemBatch.map(records) { try list.importItem($0, replacing: replacing, counting: &counts) }
            return counts
        }
    }

    /// Deletes the records of changes that were made before a time.
    ///
    /// The method uses several transactions, between which other changes are possible. Cancellation of the task ends
    /// the method early.
    public func pruneChanges(before time: Date) async throws -> Int {
        var total = 0
        while true {
            let count = try await commit(weight: Self.pruningBatchSize) { list in
                try list.pruneChanges(before: time, limit: Self.pruningBatchSize)
            }
            total += count
            if count < Self.pruningBatchSize { return total }
        }
    }
}

// MARK: - Reading

extension SQLiteItemStore {
    /// Returns an item.
    public func item(_ id: UUID) async throws -> Item {
        try await read { db in try Item.find(id, in: db) }
    }

    /// Returns a page of items.
    public func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage {
        try await read { db in try ItemPage.fetch(db, after: position, filter: filter, limit: limit) }
    }

    /// Returns the position of an item.
    public func position(of id: UUID) async throws -> Int {
        try await read { db in try Item.position(of: id, in: db) }
    }

    /// Returns a snapshot of the items.
    ///
    /// While the snapshot exists, the write-ahead log cannot be reused and grows with every change.
    public func snapshot() async throws -> any ItemSnapshot {
        SQLiteItemSnapshot(snapshot: try await database.snapshot())
    }

    /// Returns the revision of the last change.
    public func revision() async throws -> Int {
        try await read(ItemChange.newestRevision)
    }

    /// Returns changes in the order of their revisions.
    public func changes(since revision: Int, limit: Int) async throws -> [ItemChange] {
        try await read { db in try ItemChange.fetch(db, since: revision, limit: limit) }
    }

    /// Returns a stream that yields after new changes.
    public func announcements() -> AsyncStream<Void> { changed.changes() }

    /// Verifies that the database works; cheap enough for a health check.
    public func verify() async throws { try await database.verify() }

    /// Checks the whole file for damage.
    public func checkIntegrity() async throws { try await database.checkIntegrity() }
}
