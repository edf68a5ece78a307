public import Foundation
public import Trellis
import TrellisSQLite

/// A list of items in an SQLite database, that survives crashes of the process and of the machine.
///
/// The file is `items.sqlite` in the plugin's state directory.
public final class SQLiteItemStore: ItemStore, Closable {
    private let database: SQLiteDatabase
    private let announcer: ChangeAnnouncer
    private let clock: WallClock

    /// The maximum number of changes that one step of ``forgetChanges(before:)`` deletes, so that other changes do not
    /// wait long.
    private static let forgettingStep = 1_000

    /// Opens the list, or creates an empty one.
    ///
    /// - Parameter plugin: Its state directory, and the clock that items are dated by.
    /// - Throws: ``Trellis/PluginFailure``, as ``TrellisSQLite/SQLiteDatabase`` does.
    public init(plugin: PluginEnvironment) throws(PluginFailure) {
        let announcer = ChangeAnnouncer()
        self.announcer = announcer
        database = try SQLiteDatabase(
            at: plugin.directories.state.appending("items.sqlite"), migrator: ItemDatabase.migrator
        ) { announcer.announce() }
        clock = plugin.clock
    }

    /// Closes the database, and ends the announcements.
    ///
    /// Afterwards a copy of the file is a backup.
    ///
    /// - Throws: The error of SQLite when the database can't be closed; nothing is lost then.
    public func close() async throws {
        announcer.finish()
        try await database.close()
    }

    /// Makes a change, and returns when it is on disk.
    private func commit<Value: Sendable>(
        weight: Int = 1, _ body: @escaping @Sendable (ItemTransaction) throws -> Value
    ) async throws -> Value {
        let clock = clock
        return try await database.write(weight: weight) { db in
            try body(ItemTransaction(db: db, time: clock.now()))
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
        try ItemBatch.require(items.count)
        return try await commit(weight: items.count) { list in
            try ItemBatch.map(items) { try list.add(ItemRecord(title: $0.title, count: $0.count)) }
        }
    }

    /// Changes an item.
    public func update(_ id: UUID, title: String?, count: Int?, ifRevision expected: Int?) async throws -> Item {
        try await commit { list in try list.update(id, title: title, count: count, ifRevision: expected) }
    }

    /// Deletes an item.
    public func delete(_ id: UUID, ifRevision expected: Int?) async throws {
        try await commit { list in try list.delete(id, ifRevision: expected) }
    }

    /// Adds items with their identifiers and times.
    public func importItems(_ records: [ItemRecord], replacing: Bool) async throws -> ItemImportCounts {
        try ItemBatch.require(records.count)
        return try await commit(weight: records.count) { list in
            var counts = ItemImportCounts()
            _ = try ItemBatch.map(records) { try list.take($0, replacing: replacing, counting: &counts) }
            return counts
        }
    }

    /// Forgets the changes that were made before a time.
    ///
    /// It goes in steps, so that other changes come in between. A task that is cancelled forgets no more.
    public func forgetChanges(before time: Date) async throws -> Int {
        var total = 0
        while true {
            let forgotten = try await commit(weight: Self.forgettingStep) { list in
                try list.forgetChanges(before: time, limit: Self.forgettingStep)
            }
            total += forgotten
            if forgotten < Self.forgettingStep { return total }
        }
    }
}

// MARK: - Reading

extension SQLiteItemStore {
    /// Gives an item.
    public func item(_ id: UUID) async throws -> Item {
        try await database.read { db in try Item.find(id, in: db) }
    }

    /// Some items.
    public func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage {
        try await database.read { db in try ItemPage.fetch(db, after: position, filter: filter, limit: limit) }
    }

    /// Where an item is among the others.
    public func position(of id: UUID) async throws -> Int {
        try await database.read { db in
            let statement = try db.cachedStatement(sql: "SELECT position FROM item WHERE id = ?")
            guard let position = try Int.fetchOne(statement, arguments: [id.text]) else {
                throw ItemStoreError.noSuchItem(id: id)
            }
            return position
        }
    }

    /// The items as they are now.
    ///
    /// As long as the snapshot is held, the write-ahead log keeps all that is written, and grows with it.
    public func snapshot() async throws -> any ItemSnapshot {
        SQLiteItemSnapshot(snapshot: try await database.snapshot())
    }

    /// The revision of the last change.
    public func revision() async throws -> Int {
        try await database.read(ItemChange.newestRevision)
    }

    /// Some changes.
    public func changes(since revision: Int, limit: Int) async throws -> [ItemChange] {
        try await database.read { db in try ItemChange.fetch(db, since: revision, limit: limit) }
    }

    /// Tells when there are new changes.
    public func announcements() -> AsyncStream<Void> { announcer.announcements() }

    /// Verifies that the database works as far as can be told cheaply.
    public func verify() async throws { try await database.verify() }

    /// Checks the whole file for damage.
    public func checkIntegrity() async throws { try await database.checkIntegrity() }
}
