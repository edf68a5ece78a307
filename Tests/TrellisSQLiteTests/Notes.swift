import Glibc
import Testing
import Trellis
import TrellisTesting

@testable import TrellisSQLite

/// A database with a table of notes, for tests.
enum Notes {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 notes") { db in
            try db.execute(sql: "CREATE TABLE note (text TEXT NOT NULL); CREATE INDEX noteByText ON note (text)")
        }
        return migrator
    }()

    /// Opens the database in a folder, or creates it.
    static func open(
        in folder: FilePath, busyTimeout: Duration = SQLiteDatabase.busyTimeout
    ) throws -> SQLiteDatabase {
        try SQLiteDatabase(at: path(in: folder), migrator: migrator, busyTimeout: busyTimeout)
    }

    static func path(in folder: FilePath) -> FilePath { folder.appending("notes.sqlite") }

    /// Runs a body with an open database, and then closes the database.
    static func with<Value>(in folder: FilePath, _ body: (SQLiteDatabase) async throws -> Value) async throws -> Value {
        let database = try open(in: folder)
        let value = try await body(database)
        try await database.close()
        return value
    }

    /// Creates a database with some notes of a kilobyte each, closed.
    static func create(_ count: Int, in folder: FilePath) async throws {
        try await with(in: folder) { database in
            try await database.write { db in
                for number in 0..<count {
                    let text = "\(number) " + String(repeating: "x", count: 1_000)
                    try db.execute(sql: "INSERT INTO note VALUES (?)", arguments: [text])
                }
            }
        }
    }
}

extension SQLiteDatabase {
    func add(_ text: String) async throws {
        try await write { db in try db.execute(sql: "INSERT INTO note VALUES (?)", arguments: [text]) }
    }

    func texts() async throws -> [String] {
        try await read { db in try String.fetchAll(db, sql: "SELECT text FROM note ORDER BY rowid") }
    }
}
