import Foundation
import GRDB
import Trellis

extension DatabaseMigrator {
    /// Rejects a database to which a newer version of the plugin has applied migrations, and one of another program,
    /// before anything is written to the database.
    ///
    /// - Parameter path: The path of the database; a missing file is accepted.
    /// - Throws: `PluginFailure` for such a database; errors of SQLite.
    func rejectForeignDatabase(at path: FilePath) throws {
        guard FileManager.default.fileExists(atPath: path.string) else { return }
        var configuration = Configuration()
        configuration.readonly = true
        let (applied, tables) = try DatabaseQueue(path: path.string, configuration: configuration).read { db in
            // The record of migrations is created before the first table.
            try db.tableExists("grdb_migrations")
                ? (String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations"), [])
                : ([], Self.tables(of: db))
        }
        guard tables.isEmpty else {
            let names = tables.sorted().map { "'\($0)'" }.joined(separator: ", ")
            throw PluginFailure(
                .data, "\(path) is the database of another program, with the tables \(names); it was left unchanged",
                advice: "Move it away, or restore the plugin's database from a backup")
        }
        let unknown = applied.filter { !migrations.contains($0) }
        guard unknown.isEmpty else {
            let names = unknown.map { "'\($0)'" }.joined(separator: ", ")
            throw PluginFailure(
                .data, "\(path) was written by a newer version, with the migrations \(names); it was left unchanged",
                advice: "Install that version again, or restore a database of this version from a backup")
        }
    }

    /// Rejects a database that lacks a table, a column or an index that the migrations create.
    ///
    /// - Parameters:
    ///   - db: The database, with every migration applied.
    ///   - path: The path of the database, for the error message.
    /// - Throws: `PluginFailure` for an incomplete schema; errors of SQLite.
    func verifySchema(of db: Database, at path: FilePath) throws {
        let example = try DatabaseQueue()
        try migrate(example)
        let missing = try example.read(Self.schemaElements).subtracting(Self.schemaElements(of: db))
        guard missing.isEmpty else {
            throw PluginFailure(
                .data, "\(path) lacks \(missing.sorted().joined(separator: ", ")); it was left unchanged",
                advice: "Restore the database from a backup, and start trellisd again")
        }
    }

    private static func tables(of db: Database) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
    }

    /// Returns descriptions of the tables, columns and indexes of a database.
    private static func schemaElements(of db: Database) throws -> Set<String> {
        var elements: Set<String> = []
        for table in try tables(of: db) {
            elements.insert("the table '\(table)'")
            for column in try db.columns(in: table) {
                elements.insert("the column '\(column.name) \(column.type)' of the table '\(table)'")
            }
            for index in try db.indexes(on: table) {
                elements.insert("the index '\(index.name)' of the table '\(table)'")
            }
        }
        return elements
    }
}
