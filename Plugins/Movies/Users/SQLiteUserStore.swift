import Foundation
import Trellis
import TrellisSQLite

/// A user store in a SQLite database: `movies.sqlite` in the plugin's state directory.
///
/// An acknowledged change survives a crash of the process and of the machine.
final class SQLiteUserStore: SavedTitleReader, SavedTitleWriter, SavedTitleHistory, QueryStore, UserStoreMaintenance,
    Closable
{
    let database: SQLiteDatabase
    let signal: ChangeSignal
    private let clock: WallClock
    private let limits: UserLimits

    /// Opens the store, or creates an empty one.
    ///
    /// - Parameters:
    ///   - plugin: The environment with the state directory.
    ///   - limits: The limits per user.
    ///   - clock: The wall clock.
    /// - Throws: `PluginFailure` when the database cannot be opened.
    init(plugin: PluginEnvironment, limits: UserLimits, clock: WallClock) throws(PluginFailure) {
        let signal = ChangeSignal()
        self.signal = signal
        database = try SQLiteDatabase(
            at: plugin.directories.state.appending("movies.sqlite"), migrator: UserDatabase.migrator,
            attributedTo: plugin
        ) { signal.signal() }
        self.clock = clock
        self.limits = limits
    }

    func close() async throws {
        signal.finish()
        try await database.close()
    }

    var backup: [BackupPart] { [database.backup] }

    func save(_ title: Title, for user: MovieUser) async throws {
        let (limit, time) = (limits.savedTitles, clock.now())
        try await database.write { db in
            // Saving a saved title does not increase the number of saved titles.
            guard try !Self.isSaved(title.id, by: user, in: db) else { return }
            let count =
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM saved WHERE user = ?", arguments: [user.column]) ?? 0
            guard count < limit else { throw UserStoreError.tooManySaved(limit: limit) }
            let saved = SavedTitle(title: title, time: time)
            let revision = try Self.record(.saved, saved, by: user, at: time, in: db)
            try db.execute(
                sql:
                    "INSERT INTO saved (user, revision, id, name, released, rating, time) VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [user.column, revision] + saved.arguments)
        }
    }

    func unsave(_ id: TitleID, for user: MovieUser) async throws {
        let time = clock.now()
        try await database.write { db in
            let arguments: StatementArguments = [user.column, "\(id)"]
            let sql = "FROM saved WHERE user = ? AND id = ?"
            guard let row = try Row.fetchOne(db, sql: "SELECT * \(sql)", arguments: arguments) else { return }
            _ = try Self.record(.removed, SavedTitle(row: row), by: user, at: time, in: db)
            try db.execute(sql: "DELETE \(sql)", arguments: arguments)
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
            // The row is deleted and inserted again, so that its position is the latest.
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

    func queries(of user: MovieUser, withPrefix prefix: String?) async throws -> [RememberedQuery] {
        let prefix = prefix?.lowercased() ?? ""
        return try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM query WHERE user = ? AND substr(folded, 1, length(?)) = ? ORDER BY position DESC
                    """,
                arguments: [user.column, prefix, prefix]
            ).map(RememberedQuery.init(row:))
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
    /// The values of the columns that describe a title, in both tables.
    var arguments: StatementArguments {
        ["\(title.id)", title.name, title.released, title.rating, time.seconds]
    }

    init(row: Row) throws {
        let text: String = try row.decode(forColumn: "id")
        guard let id = TitleID(text) else {
            throw DatabaseError.invalidValue("'\(text)' is not the identifier of a title")
        }
        self.init(
            title: Title(
                id: id, name: try row.decode(forColumn: "name"), released: try row.decode(forColumn: "released"),
                rating: try row.decode(forColumn: "rating")),
            time: Date(seconds: try row.decode(forColumn: "time")))
    }
}

extension RememberedQuery {
    fileprivate init(row: Row) throws {
        self.init(text: try row.decode(forColumn: "text"), time: Date(seconds: try row.decode(forColumn: "time")))
    }
}

extension MovieUser {
    /// The value of the column `user`; -1 without a user ID.
    var column: Int { number.map(Int.init) ?? -1 }
}

extension Date {
    /// The value of a time column: seconds since 1970, rounded down; the largest or smallest integer for a time beyond the range
    /// of integers.
    fileprivate var seconds: Int {
        // The column can contain any integer, and the nearest `Double` can be beyond the range.
        let seconds = timeIntervalSince1970.rounded(.down)
        return Int(exactly: seconds) ?? (seconds < 0 ? .min : .max)
    }

    fileprivate init(seconds: Int) {
        self.init(timeIntervalSince1970: Double(seconds))
    }
}
