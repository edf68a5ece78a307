import Foundation
import GRDB
import Trellis

/// The file with what users keep: how it is opened, and what is in it.
enum UserDatabase {
    /// The migrations.
    ///
    /// One that was released never changes: a new one is added behind it.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 saved titles and queries") { db in
            // Positions only ever grow (AUTOINCREMENT): they tell what came last, whatever the clock says.
            try db.execute(
                sql: """
                    CREATE TABLE saved (
                        position INTEGER PRIMARY KEY AUTOINCREMENT,
                        user INTEGER NOT NULL,
                        id TEXT NOT NULL,
                        name TEXT NOT NULL,
                        released TEXT,
                        rating REAL,
                        time INTEGER NOT NULL,
                        UNIQUE (user, id)
                    );
                    CREATE TABLE query (
                        position INTEGER PRIMARY KEY AUTOINCREMENT,
                        user INTEGER NOT NULL,
                        folded TEXT NOT NULL,
                        text TEXT NOT NULL,
                        time INTEGER NOT NULL,
                        UNIQUE (user, folded)
                    );
                    """)
        }
        return migrator
    }()

    /// Opens the file, or creates it.
    ///
    /// A file that is no database, or one that a newer version wrote, is refused before anything is written to it.
    ///
    /// - Parameter path: The file.
    /// - Returns: The database.
    /// - Throws: ``Trellis/PluginFailure``, with what is wrong and what to do.
    static func open(at path: FilePath) throws(PluginFailure) -> DatabaseQueue {
        do {
            try refuseForeignFile(at: path)
            var configuration = Configuration()
            configuration.label = "movies"
            configuration.prepareDatabase { db in
                // A change that was answered outlives a crash of the machine, too.
                try db.execute(sql: "PRAGMA synchronous = FULL")
            }
            let queue = try DatabaseQueue(path: path.string, configuration: configuration)
            try queue.read { db in try refuseNewerSchema(of: db, at: path) }
            try migrator.migrate(queue)
            return queue
        } catch let failure as PluginFailure {
            throw failure
        } catch {
            throw PluginFailure(opening: path, error)
        }
    }

    /// Refuses a file that does not start as every SQLite database does (sqlite.org/fileformat.html, 1.3).
    private static func refuseForeignFile(at path: FilePath) throws {
        guard FileManager.default.fileExists(atPath: path.string) else { return }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path.string))
        defer { try? file.close() }
        let start = try file.read(upToCount: 16) ?? Data()
        guard start.isEmpty || start == Data("SQLite format 3\0".utf8) else {
            throw PluginFailure(
                .data, "\(path) is not a database: it was left as it is",
                advice: "Move it away, or restore it from a backup, and start again")
        }
    }

    private static func refuseNewerSchema(of db: Database, at path: FilePath) throws {
        guard try migrator.hasBeenSuperseded(db) else { return }
        throw PluginFailure(
            .data, "\(path) was written by a newer version: it was left as it is",
            advice: "Install that version again, or restore a file of this one from a backup")
    }
}

extension PluginFailure {
    /// Why a database can't be opened.
    fileprivate init(opening path: FilePath, _ error: any Error) {
        let sentence = "the database \(path) can't be opened"
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            self.init(
                .data, "\(path) is damaged: it was left as it is", advice: "Restore it from a backup, and start again",
                cause: error)
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
