public import Foundation
import GRDB
public import Trellis

/// A list of items in an SQLite database, that outlives crashes of the process and of the machine.
///
/// The file is `items.sqlite` in the plugin's state directory, with SQLite's `-wal` and `-shm` files beside it while it is open.
public final class SQLiteItemStore: ItemStore, Closable {
    private let pool: DatabasePool
    private let announcer = ChangeAnnouncer()
    private let clock: WallClock

    /// Opens the list, or creates an empty one.
    ///
    /// - Parameter plugin: Its state directory, and the clock that items are dated by.
    /// - Throws: ``Trellis/PluginFailure`` when the file is not a database, or of a newer version, or can't be opened.
    public init(plugin: PluginEnvironment) throws(PluginFailure) {
        pool = try ItemDatabase.open(at: plugin.directories.state.appending("items.sqlite"))
        clock = plugin.clock
    }

    /// Closes the database, and ends the announcements.
    ///
    /// Afterwards everything is in the file, and nothing in the `-wal` file beside it, so that a copy of the file is a backup.
    ///
    /// - Throws: What SQLite says when the database can't be closed, or the log of changes not be moved into the file; nothing is
    ///   lost then, since the next opening reads the log.
    public func close() async throws {
        announcer.finish()
        // SQLite moves the log into the file when its last connection is closed. The pool's last one may only read.
        let checkpoint = Result { try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
        try pool.close()
        _ = try checkpoint.get()
    }

    /// Adds an item.
    public func add(title: String, count: Int) async throws -> Item {
        let time = clock.now().wholeMilliseconds
        let item = try Item(id: UUID(), title: title, count: count, created: time, modified: time)
        return try await change { db in
            try db.execute(
                sql: "INSERT INTO item (id, title, count, created, modified) VALUES (?, ?, ?, ?, ?)",
                arguments: item.arguments)
            return (item, .added)
        }
    }

    /// Gives an item.
    public func item(_ id: UUID) async throws -> Item {
        try await pool.read { db in try Item.find(id, in: db) }
    }

    /// Changes an item.
    public func update(_ id: UUID, title: String?, count: Int?) async throws -> Item {
        let time = clock.now().wholeMilliseconds
        return try await change { db in
            let old = try Item.find(id, in: db)
            let new = try old.updated(title: title, count: count, at: time)
            guard new != old else { return (old, nil) }
            try db.execute(
                sql: "UPDATE item SET title = ?, count = ?, modified = ? WHERE id = ?",
                arguments: [new.title, new.count, new.modified.milliseconds, new.id.text])
            return (new, .updated)
        }
    }

    /// Deletes an item.
    public func delete(_ id: UUID) async throws {
        _ = try await change { db in
            let item = try Item.find(id, in: db)
            try db.execute(sql: "DELETE FROM item WHERE id = ?", arguments: [id.text])
            return (item, .deleted)
        }
    }

    /// Makes a change and records it, in one transaction, and announces it once it is on disk.
    private func change(
        _ make: @escaping @Sendable (Database) throws -> (item: Item, kind: ItemChange.Kind?)
    ) async throws -> Item {
        let time = clock.now().milliseconds
        let announcer = announcer
        do {
            return try await pool.write { db in
                let (item, kind) = try make(db)
                guard let kind else { return item }
                try db.execute(
                    sql: """
                        INSERT INTO change (time, kind, id, title, count, created, modified) VALUES (?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [time, kind.rawValue] + item.arguments)
                // Not after the await: the caller may be cancelled when the change is on disk already.
                db.afterNextTransaction { _ in announcer.announce() }
                return item
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw ItemStoreError.full
        }
    }

    /// Some items.
    public func page(after position: Int?, filter: String?, limit: Int) async throws -> ItemPage {
        try await pool.read { db in try ItemPage.fetch(db, after: position, filter: filter, limit: limit) }
    }

    /// The items as they are now.
    public func snapshot() async throws -> any ItemSnapshot {
        let snapshot = try pool.makeSnapshot()
        return SQLiteSnapshot(snapshot: snapshot, revision: try await snapshot.read(ItemChange.newestRevision))
    }

    /// Some changes.
    public func changes(since revision: Int, limit: Int) async throws -> [ItemChange] {
        try await pool.read { db in
            let newest = try ItemChange.newestRevision(db)
            let oldest = try Int.fetchOne(db, sql: "SELECT MIN(revision) - 1 FROM change") ?? newest
            guard (oldest...newest).contains(revision) else {
                throw ItemStoreError.historyUnavailable(since: revision, oldest: oldest, newest: newest)
            }
            return try Row.fetchAll(
                db, sql: "SELECT * FROM change WHERE revision > ? ORDER BY revision LIMIT ?",
                arguments: [revision, limit]
            ).map(ItemChange.init(row:))
        }
    }

    /// Forgets the changes that were made before a time.
    public func forgetChanges(before time: Date) async throws -> Int {
        let time = time.milliseconds
        do {
            return try await pool.write { db in
                // Up to a revision and not by time alone: a clock that was set back must not make a gap.
                try db.execute(
                    sql: """
                        DELETE FROM change WHERE revision <
                            COALESCE((SELECT MIN(revision) FROM change WHERE time >= ?), 9223372036854775807)
                        """,
                    arguments: [time])
                return db.changesCount
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw ItemStoreError.full
        }
    }

    /// Tells when there are new changes.
    public func announcements() -> AsyncStream<Void> { announcer.announcements() }

    /// Reads from the database.
    public func verify() async throws {
        _ = try await pool.read(ItemChange.newestRevision)
    }
}

/// The items of a database, at one moment.
private struct SQLiteSnapshot: ItemSnapshot {
    var snapshot: DatabaseSnapshot
    var revision: Int

    func page(after position: Int?, limit: Int) async throws -> ItemPage {
        try await snapshot.read { db in try ItemPage.fetch(db, after: position, filter: nil, limit: limit) }
    }
}
