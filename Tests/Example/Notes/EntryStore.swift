import Foundation
import Trellis
import TrellisSQLite

/// The entries in a database: `notes.sqlite` in the plugin's state directory.
final class EntryStore: Closable {
    private static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        // Do not change a released migration; register another one after it.
        migrator.registerMigration("1 entries") { db in
            try db.execute(
                sql: """
                    CREATE TABLE entry (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        text TEXT NOT NULL,
                        added DOUBLE NOT NULL
                    )
                    """)
        }
        return migrator
    }()

    private let database: SQLiteDatabase
    private let changed: ChangeSignal

    init(plugin: PluginEnvironment) throws(PluginFailure) {
        let changed = ChangeSignal()
        database = try SQLiteDatabase(
            at: plugin.directories.state.appending("notes.sqlite"), migrator: Self.migrator, attributedTo: plugin,
            onCommit: { changed.signal() })
        self.changed = changed
    }

    /// The database as a part of a backup.
    var backup: BackupPart { database.backup }

    func close() async throws {
        changed.finish()
        try await database.close()
    }

    /// Adds an entry, which is on the disk when the function returns.
    func add(_ text: String, at time: Date) async throws -> Entry {
        try await database.write { db in
            try db.execute(
                sql: "INSERT INTO entry (text, added) VALUES (?, ?)", arguments: [text, time.timeIntervalSince1970])
            return Entry(number: Int(db.lastInsertedRowID), text: text, added: time)
        }
    }

    /// Returns entries after a number, the oldest first.
    func entries(after number: Int, limit: Int) async throws -> [Entry] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM entry WHERE number > ? ORDER BY number LIMIT ?", arguments: [number, limit]
            ).map { row in
                Entry(
                    number: try row.decode(forColumn: "number"), text: try row.decode(forColumn: "text"),
                    added: Date(timeIntervalSince1970: try row.decode(forColumn: "added")))
            }
        }
    }

    /// Returns a stream that yields after new entries, until the store closes.
    func changes() -> AsyncStream<Void> { changed.changes() }

    /// Checks that the file is in place and can be written.
    func verify() async throws { try await database.verify() }
}
