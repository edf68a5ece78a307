import Foundation
import GRDB
import Trellis

/// The file in which items are kept: how it is opened, and what is in it.
enum ItemDatabase {
    /// The migrations.
    ///
    /// One that was released never changes: a new one is added behind it.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 items and changes") { db in
            // Positions and revisions only ever grow (AUTOINCREMENT), so that neither is ever given twice.
            try db.execute(
                sql: """
                    CREATE TABLE item (
                        position INTEGER PRIMARY KEY AUTOINCREMENT,
                        id TEXT NOT NULL UNIQUE,
                        title TEXT NOT NULL,
                        count INTEGER NOT NULL,
                        created INTEGER NOT NULL,
                        modified INTEGER NOT NULL
                    );
                    CREATE TABLE change (
                        revision INTEGER PRIMARY KEY AUTOINCREMENT,
                        time INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        id TEXT NOT NULL,
                        title TEXT NOT NULL,
                        count INTEGER NOT NULL,
                        created INTEGER NOT NULL,
                        modified INTEGER NOT NULL
                    );
                    CREATE INDEX changeByTime ON change (time);
                    """)
        }
        migrator.registerMigration("2 revisions of items") { db in
            // Changes are forgotten in the order of their revisions, so nothing looks for them by time.
            try db.execute(
                sql: """
                    ALTER TABLE item ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
                    UPDATE item SET revision = last.revision
                        FROM (SELECT id, MAX(revision) AS revision FROM change GROUP BY id) AS last
                        WHERE last.id = item.id;
                    DROP INDEX changeByTime;
                    """)
        }
        return migrator
    }()

    /// Opens the file, or creates it.
    ///
    /// A file that is no database, or one that a newer version wrote, is refused before anything is written to it.
    ///
    /// - Parameter path: The file.
    /// - Returns: The connections to the database, with its schema up to date.
    /// - Throws: ``Trellis/PluginFailure``, with what is wrong and what to do.
    static func open(at path: FilePath) throws(PluginFailure) -> DatabasePool {
        do {
            try refuseForeignFile(at: path)
            try refuseNewerSchema(at: path)
            var configuration = Configuration()
            configuration.label = "items"
            configuration.prepareDatabase { db in
                // With the write-ahead log, NORMAL survives a crash of the process, and only FULL a crash of the
                // machine.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // What an export made of the log is given back once the log can be reused.
                try db.execute(sql: "PRAGMA journal_size_limit = 67108864")
            }
            let pool = try DatabasePool(path: path.string, configuration: configuration)
            try migrator.migrate(pool)
            return pool
        } catch let failure as PluginFailure {
            throw failure
        } catch {
            throw PluginFailure(opening: path, error)
        }
    }

    /// Refuses a file that does not start as every SQLite database does (sqlite.org/fileformat.html, 1.3).
    private static func refuseForeignFile(at path: FilePath) throws {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path.string))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return
        }
        defer { try? file.close() }
        let start = try file.read(upToCount: 16) ?? Data()
        guard start.isEmpty || start == Data("SQLite format 3\0".utf8) else {
            throw PluginFailure(
                .data, "\(path) is not a database: it was left as it is",
                advice: "Move it away, or restore the database from a backup, and start again")
        }
    }

    private static func refuseNewerSchema(at path: FilePath) throws {
        guard FileManager.default.fileExists(atPath: path.string) else { return }
        var configuration = Configuration()
        configuration.readonly = true
        let unknown = try DatabaseQueue(path: path.string, configuration: configuration).read { db in
            try db.tableExists("grdb_migrations")
                ? String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
                    .filter { !migrator.migrations.contains($0) } : []
        }
        guard unknown.isEmpty else {
            let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
            throw PluginFailure(
                .data, "\(path) was written by a newer version, with the migrations \(names): it was left as it is",
                advice: "Install that version again, or restore a database of this one from a backup")
        }
    }
}

extension PluginFailure {
    /// Why a database can't be opened.
    fileprivate init(opening path: FilePath, _ error: any Error) {
        let sentence = "the database \(path) can't be opened"
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            self.init(
                .data, "\(path) is damaged: it was left as it is",
                advice: "Restore the database from a backup, and start again", cause: error)
        case .SQLITE_FULL:
            self.init(.storage, "\(sentence): the disk is full", advice: "Make room, and start again", cause: error)
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .permission, sentence, advice: "See that the daemon's user may write there, and start again",
                cause: error)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .cannotCreate, "\(sentence): another process uses it", advice: "End that process, and start again",
                cause: error)
        default:
            self.init(.storage, sentence, cause: error)
        }
    }
}
