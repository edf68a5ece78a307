import Etcd
import Foundation
import Items
import Trellis
import TrellisSQLite

/// This host's copy of the items, and its history of their changes: `items-etcd.sqlite` in the plugin's state directory.
///
/// After a crash of the machine, the file may lack the newest changes, and follows again from where it is.
struct ItemMirror: Sendable {
    /// The state of the copy.
    struct Source: Sendable {
        /// The identifier of the cluster from which the items come.
        var cluster: UInt64

        /// The revision to which the copy has followed; nil while it is incomplete.
        var followed: Int64?

        /// The revision of the key `head`; 0 if it does not exist.
        var head: Int64

        /// The identifier of the transaction at this revision; nil if it is not known.
        var attempt: String?

        /// The revision after which all changes are in the history.
        var horizon: Int

        /// The revision of the last change.
        var newest: Int
    }

    /// The database.
    let database: SQLiteDatabase

    /// Opens the copy, or creates an empty one.
    ///
    /// - Throws: `PluginFailure` when the file cannot be opened.
    init(plugin: PluginEnvironment, onCommit: @escaping @Sendable () -> Void) throws(PluginFailure) {
        database = try SQLiteDatabase(
            at: plugin.directories.state.appending("items-etcd.sqlite"), migrator: Self.migrator,
            attributedTo: plugin, durability: .process, onCommit: onCommit)
    }

    /// Do not change a released migration; append a new one.
    private static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 items, changes and their source") { db in
            try db.execute(
                sql: """
                    CREATE TABLE item (
                        position INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        title TEXT NOT NULL,
                        count INTEGER NOT NULL,
                        created INTEGER NOT NULL,
                        modified INTEGER NOT NULL,
                        revision INTEGER NOT NULL
                    );
                    CREATE TABLE change (
                        revision INTEGER PRIMARY KEY,
                        time INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        id TEXT NOT NULL,
                        title TEXT NOT NULL,
                        count INTEGER NOT NULL,
                        created INTEGER NOT NULL,
                        modified INTEGER NOT NULL
                    );
                    CREATE TABLE source (
                        cluster TEXT NOT NULL,
                        followed INTEGER,
                        head INTEGER NOT NULL,
                        horizon INTEGER NOT NULL,
                        newest INTEGER NOT NULL
                    );
                    INSERT INTO source VALUES ('0', NULL, 0, 0, 0);
                    """)
        }
        migrator.registerMigration("2 transaction of the head") { db in
            try db.execute(sql: "ALTER TABLE source ADD COLUMN attempt TEXT")
        }
        return migrator
    }()

    /// Fetches the state of the copy.
    static func source(_ db: Database) throws -> Source {
        let statement = try db.cachedStatement(
            sql: "SELECT cluster, followed, head, horizon, newest, attempt FROM source")
        guard let row = try Row.fetchOne(statement), let cluster = UInt64(try row.decode(String.self, atIndex: 0))
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the table 'source' has no valid row") }
        return try Source(
            cluster: cluster, followed: row.decode(Int64?.self, atIndex: 1), head: row.decode(atIndex: 2),
            attempt: row.decode(String?.self, atIndex: 5), horizon: row.decode(atIndex: 3),
            newest: row.decode(atIndex: 4))
    }

    /// Fetches changes after a revision.
    static func changes(_ db: Database, since revision: Int, limit: Int) throws -> [ItemChange] {
        let source = try source(db)
        let available = source.horizon...max(source.horizon, source.newest)
        return try ItemChange.fetch(db, since: revision, of: available, limit: limit)
    }

    /// Deletes the oldest changes that were made before a time.
    ///
    /// - Returns: The number of deleted changes, at most `limit`.
    func pruneChanges(before time: Date, limit: Int) async throws -> Int {
        try await database.write(weight: limit) { db in
            let oldest = try Row.fetchAll(
                db, sql: "SELECT revision, time FROM change ORDER BY revision LIMIT ?", arguments: [limit])
            let pruned = try oldest.prefix { try $0.decode(Int.self, atIndex: 1) < time.milliseconds }
            guard let last = try pruned.last?.decode(Int.self, atIndex: 0) else { return 0 }
            try db.execute(sql: "DELETE FROM change WHERE revision <= ?", arguments: [last])
            try db.execute(sql: "UPDATE source SET horizon = ?", arguments: [last])
            return pruned.count
        }
    }
}

// MARK: - Reading all items

extension ItemMirror {
    /// Removes everything, before the items of a cluster are read as a whole.
    func clear(for cluster: UInt64) async throws {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE source SET cluster = ?, followed = NULL, horizon = newest", arguments: ["\(cluster)"])
            try db.execute(sql: "DELETE FROM item; DELETE FROM change")
        }
    }

    /// Inserts items that were read.
    func insert(_ items: [PlacedItem]) async throws {
        guard !items.isEmpty else { return }
        try await database.write(weight: items.count) { db in
            for item in items { try Self.insert(item, in: db) }
        }
    }

    /// Completes the copy, whose history begins with the last change.
    func complete(at revision: Int64, head: Int64, attempt: String?, newest: Int) async throws {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE source SET followed = ?, head = ?, attempt = ?, horizon = ?, newest = ?",
                arguments: [revision, head, attempt, newest, newest])
        }
    }

    /// Notes that no item has changed up to a revision.
    func skip(to revision: Int64) async throws {
        try await database.write { db in
            try db.execute(sql: "UPDATE source SET followed = ?", arguments: [revision])
        }
    }

    private static func insert(_ placed: PlacedItem, in db: Database) throws {
        let item = placed.item
        try db.cachedStatement(
            sql: """
                INSERT INTO item (id, title, count, created, modified, revision, position) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: item.arguments + [item.revision, placed.position])
    }
}

// MARK: - Following

extension ItemMirror {
    /// More deletions at one revision than this store makes, and than can be numbered.
    struct TooManyDeletions: Error {}

    /// Applies the changes of complete revisions of etcd.
    ///
    /// - Parameters:
    ///   - events: The events of all keys.
    ///   - revision: The revision of the last event.
    ///   - keys: The keys of the items.
    ///   - now: The current time. A change is recorded at no later time, because the clock of another host can be ahead.
    /// - Returns: The transactions among the changes.
    /// - Throws: ``TooManyDeletions``; another error when a value was not written by this store; the error of SQLite.
    func apply(
        _ events: [EtcdEvent], to revision: Int64, keys: ItemKeys, at now: Date
    ) async throws -> [(id: String, revision: Int64)] {
        try await database.write(weight: events.count) { db in
            var attempts: [(id: String, revision: Int64)] = []
            var source = try Self.source(db)
            var (current, time, deletions): (Int64, Int, Int) = (0, 0, 0)
            for event in events {
                if event.revision != current { (current, time, deletions) = (event.revision, now.milliseconds, 0) }
                if event.key == keys.head {
                    (source.head, source.attempt) = (0, nil)
                    guard event.kind == .put else { continue }
                    let head = try event.keyValue.value.decode(HeadRecord.self)
                    (source.head, source.attempt) = (event.revision, head.attempt)
                    attempts.append((head.attempt, event.revision))
                    time = min(head.time, now.milliseconds)
                    source.newest = max(source.newest, StoredItem.revision(event.revision, head.last))
                    continue
                }
                guard let id = keys.item(of: event.key) else { continue }
                let change: (kind: ItemChange.Kind, item: Item)
                switch event.kind {
                case .put:
                    let placed = try PlacedItem(event.keyValue, id: id)
                    let isNew = event.keyValue.createRevision == event.revision
                    try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [id.text])
                    try Self.insert(placed, in: db)
                    change = (isNew ? .added : .updated, placed.item)
                case .delete:
                    guard var item = try Item.fetch(id, in: db) else { continue }
                    guard deletions < StoredItem.changesPerRevision else { throw TooManyDeletions() }
                    item.revision = StoredItem.revision(event.revision, deletions)
                    deletions += 1
                    try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [id.text])
                    change = (.deleted, item)
                }
                // A program other than this store does not set `head`.
                source.newest = max(source.newest, change.item.revision)
                try Self.record(change.kind, change.item, at: time, in: db)
            }
            try db.cachedStatement(sql: "UPDATE source SET followed = ?, head = ?, attempt = ?, newest = ?")
                .execute(arguments: [revision, source.head, source.attempt, source.newest])
            return attempts
        }
    }

    private static func record(_ kind: ItemChange.Kind, _ item: Item, at time: Int, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO change (id, title, count, created, modified, revision, kind, time) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: item.arguments + [item.revision, kind.rawValue, time])
    }
}
