import Foundation
import Trellis
import TrellisSQLite

/// A user store in a SQLite database that survives crashes of the process and of the machine: `movies.sqlite` in the
/// plugin's state directory.
final class SQLiteUserStore: UserStore, Closable {
    private let database: SQLiteDatabase
    private let clock: WallClock
    private let limits: UserLimits

    /// Opens the store, or creates an empty one.
    ///
    /// - Parameters:
    ///   - plugin: Its state directory, and the clock that everything is dated by.
    ///   - configuration: How much a user may keep.
    /// - Throws: ``Trellis/PluginFailure``, as ``TrellisSQLite/SQLiteDatabase`` does.
    init(plugin: PluginEnvironment, configuration: MoviesConfiguration) throws(PluginFailure) {
        database = try SQLiteDatabase(
            at: plugin.directories.state.appending("movies.sqlite"), migrator: UserDatabase.migrator)
        clock = plugin.clock
        limits = configuration.users
    }

    func close() async throws {
        try await database.close()
    }

    func save(_ title: Title, for user: MovieUser) async throws {
        let (limit, time) = (limits.savedTitles, clock.now())
        try await database.write { db in
            // One that is saved already is no more than there was.
            guard try !Self.isSaved(title.id, by: user, in: db) else { return }
            let count =
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM saved WHERE user = ?", arguments: [user.column]) ?? 0
            guard count < limit else { throw UserStoreError.tooManySaved(limit: limit) }
            try db.execute(
                sql: "INSERT INTO saved (user, id, name, released, rating, time) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [user.column, "\(title.id)", title.name, title.released, title.rating, time.seconds])
        }
    }

    func unsave(_ id: TitleID, for user: MovieUser) async throws {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM saved WHERE user = ? AND id = ?", arguments: [user.column, "\(id)"])
        }
    }

    func isSaved(_ id: TitleID, by user: MovieUser) async throws -> Bool {
        try await database.read { db in try Self.isSaved(id, by: user, in: db) }
    }

    func saved(by user: MovieUser) async throws -> [SavedTitle] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM saved WHERE user = ? ORDER BY position DESC", arguments: [user.column]
            ).map(SavedTitle.init(row:))
        }
    }

    func remember(_ query: SearchQuery, for user: MovieUser) async throws {
        let (limit, time) = (limits.rememberedQueries, clock.now())
        guard limit > 0 else { return }
        try await database.write { db in
            // Not updated but made anew, so that it is the latest.
            try db.execute(
                sql: "DELETE FROM query WHERE user = ? AND folded = ?", arguments: [user.column, query.folded])
            try db.execute(
                sql: "INSERT INTO query (user, folded, text, time) VALUES (?, ?, ?, ?)",
                arguments: [user.column, query.folded, query.text, time.seconds])
            try db.execute(
                sql: """
                    DELETE FROM query WHERE user = ? AND position NOT IN
                        (SELECT position FROM query WHERE user = ? ORDER BY position DESC LIMIT ?)
                    """,
                arguments: [user.column, user.column, limit])
        }
    }

    func queries(of user: MovieUser, beginning: String?) async throws -> [RememberedQuery] {
        let beginning = beginning?.lowercased() ?? ""
        return try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM query WHERE user = ? AND substr(folded, 1, length(?)) = ? ORDER BY position DESC
                    """,
                arguments: [user.column, beginning, beginning]
            ).map { RememberedQuery(text: try $0.value("text"), time: Date(seconds: try $0.value("time"))) }
        }
    }

    func forget(_ query: SearchQuery?, of user: MovieUser) async throws {
        try await database.write { db in
            if let query {
                try db.execute(
                    sql: "DELETE FROM query WHERE user = ? AND folded = ?", arguments: [user.column, query.folded])
            } else {
                try db.execute(sql: "DELETE FROM query WHERE user = ?", arguments: [user.column])
            }
        }
    }

    func verify() async throws { try await database.verify() }

    func checkIntegrity() async throws { try await database.checkIntegrity() }

    private static func isSaved(_ id: TitleID, by user: MovieUser, in db: Database) throws -> Bool {
        try Row.fetchOne(
            db, sql: "SELECT 1 FROM saved WHERE user = ? AND id = ?", arguments: [user.column, "\(id)"]) != nil
    }
}

extension SavedTitle {
    fileprivate init(row: Row) throws {
        let text: String = try row.value("id")
        guard let id = TitleID(text) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "'\(text)' is not the identifier of a title")
        }
        self.init(
            title: Title(
                id: id, name: try row.value("name"), released: try row.optionalValue("released"),
                rating: try row.optionalValue("rating")),
            time: Date(seconds: try row.value("time")))
    }
}

extension Row {
    /// The value of a column.
    ///
    /// GRDB's subscript ends the process when the value has another type, as that of a damaged file may.
    ///
    /// - Throws: `DatabaseError`, which says that the file is damaged.
    fileprivate func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value: Value = try optionalValue(column) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the column '\(column)' is null")
        }
        return value
    }

    /// The value of a column that may be null.
    fileprivate func optionalValue<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
        let stored: DatabaseValue = self[column]
        guard !stored.isNull else { return nil }
        guard let value = Value.fromDatabaseValue(stored) else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "the column '\(column)' has a value of another type")
        }
        return value
    }
}

extension MovieUser {
    /// The user as the tables have it.
    ///
    /// Numbers of users are 0 or more.
    fileprivate var column: Int { number.map(Int.init) ?? -1 }
}

extension Date {
    /// The time as the tables have it: whole seconds since 1970.
    fileprivate var seconds: Int { Int(timeIntervalSince1970.rounded(.down)) }

    fileprivate init(seconds: Int) {
        self.init(timeIntervalSince1970: Double(seconds))
    }
}
