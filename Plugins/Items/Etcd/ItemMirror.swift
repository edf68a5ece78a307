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
    struct Source: Sendable, Hashable {
        /// The identifier of the cluster from which the items come; 0 if the cluster does not have them any more.
        var cluster: UInt64

        /// The revision to which the copy has followed; nil while it is incomplete.
        var followed: Int64?

        /// The revision of the key `head`; 0 if it does not exist.
        var head: Int64

        /// The identifier of the transaction at this revision; nil if it is not known.
        var attempt: String?

        /// The numbering of the next changes.
        var history = ItemHistory()

        /// The revision after which all changes are in the history.
        var horizon: Int

        /// The revision of the last change.
        var newest: Int

        /// A time as of which the copy has every change, which is stored from time to time.
        var complete: CompleteTime

        /// Notes the revision of a change.
        mutating func reach(_ revision: Int) { newest = max(newest, revision) }

        /// Stores the state.
        func store(in db: Database) throws {
            try db.execute(
                sql: "UPDATE source SET cluster = ?, horizon = ?, history = ?, base = ?",
                arguments: ["\(cluster)", horizon, history.key, history.base])
            try storeProgress(in: db)
        }

        /// Stores the state, except what following does not change.
        func storeProgress(in db: Database) throws {
            let sql = "UPDATE source SET followed = ?, head = ?, attempt = ?, newest = ?, complete = ?, uptime = ?"
            try db.cachedStatement(sql: sql).execute(
                arguments: [
                    followed, head, attempt, newest, complete.time.milliseconds, complete.uptimeMilliseconds,
                ])
        }

        /// Fetches changes after a revision.
        func changes(_ db: Database, since revision: Int, limit: Int) throws -> [ItemChange] {
            try ItemChange.fetch(db, since: revision, of: horizon...max(horizon, newest), limit: limit)
        }
    }

    /// The database.
    let database: SQLiteDatabase

    /// The newest changes.
    let recent = RecentChanges()

    /// Signals changes that are in the newest changes, or committed.
    let changed = ChangeSignal()

    /// Signals committed changes.
    let committed = ChangeSignal()

    /// Opens the copy, or creates an empty one.
    ///
    /// - Throws: `PluginFailure` when the file cannot be opened.
    init(plugin: PluginEnvironment) throws(PluginFailure) {
        do throws(PluginFailure) {
            database = try SQLiteDatabase(
                at: plugin.directories.state.appending("items-etcd.sqlite"), migrator: Self.migrator,
                attributedTo: plugin, durability: .process)
        } catch {
            var failure = error
            if failure.kind == .data { failure.advice = Self.remedy }
            throw failure
        }
    }

    /// Checks the whole file for damage.
    ///
    /// - Throws: ``ItemStoreFailure/damagedCopy(reason:)`` when the file is damaged; the error of SQLite.
    func checkIntegrity() async throws { try await reportingDamage { try await database.checkIntegrity() } }

    /// Performs what uses the file, and reports damage with the remedy for a copy.
    ///
    /// - Throws: ``ItemStoreFailure/damagedCopy(reason:)`` when the file is damaged; the error of the body.
    func reportingDamage<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch StorageError.damaged(let file, let detail) {
            throw ItemStoreFailure.damagedCopy(reason: "\(file) is damaged (\(detail)). \(Self.remedy)")
        }
    }

    /// The remedy for a file that cannot be used, of which there need not be a backup.
    private static let remedy =
        "Stop trellisd, move the file away with its -wal and -shm files, and start trellisd again: the host then reads all items from etcd"

    /// Ends the signals and closes the copy.
    ///
    /// - Throws: The error of SQLite when the file cannot be closed; no data is lost in this case.
    func close() async throws {
        changed.finish()
        committed.finish()
        try await database.close()
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
        migrator.registerMigration("2 transaction of the head, and the time as of which the copy is complete") { db in
            try db.execute(
                sql: """
                    ALTER TABLE source ADD COLUMN attempt TEXT;
                    ALTER TABLE source ADD COLUMN complete INTEGER NOT NULL DEFAULT 0;
                    UPDATE source SET complete = COALESCE((SELECT MAX(time) FROM change), 0);
                    """)
        }
        migrator.registerMigration("3 time since boot at which the copy was complete") { db in
            try db.execute(sql: "ALTER TABLE source ADD COLUMN uptime INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("4 history of the revisions") { db in
            try db.execute(
                sql: """
                    ALTER TABLE source ADD COLUMN history INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE source ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
                    """)
        }
        return migrator
    }()

    /// Fetches the state of the copy.
    static func source(_ db: Database) throws -> Source {
        let statement = try db.cachedStatement(
            sql: """
                SELECT cluster, followed, head, attempt, horizon, newest, complete, uptime, history, base FROM source
                """)
        guard let row = try Row.fetchOne(statement), let cluster = UInt64(try row.decode(String.self, atIndex: 0))
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the table 'source' has no valid row") }
        return try Source(
            cluster: cluster, followed: row.decode(Int64?.self, atIndex: 1), head: row.decode(atIndex: 2),
            attempt: row.decode(String?.self, atIndex: 3),
            history: ItemHistory(key: row.decode(atIndex: 8), base: row.decode(atIndex: 9)),
            horizon: row.decode(atIndex: 4), newest: row.decode(atIndex: 5),
            complete: CompleteTime(
                time: Date(milliseconds: row.decode(atIndex: 6)),
                uptime: .milliseconds(row.decode(Int.self, atIndex: 7))))
    }

    /// Deletes the oldest changes that were made before a time.
    ///
    /// - Returns: The number of deleted changes, at most `limit`.
    func pruneChanges(before time: Date, limit: Int) async throws -> Int {
        try await database.write(weight: limit) { db in
            guard let pruned = try ItemChange.prune(before: time, limit: limit, in: db) else { return 0 }
            recent.remove(upTo: pruned.last)
            try db.execute(sql: "UPDATE source SET horizon = ?", arguments: [pruned.last])
            return pruned.count
        }
    }
}
