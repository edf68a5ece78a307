import Foundation
import Trellis
import TrellisSQLite

// The history of the saved titles.

extension SQLiteUserStore {
    /// The number of changes that are kept for each user.
    static let keptChanges = 1_000

    func savedRevision(of user: MovieUser) async throws -> Int {
        try await database.read { db in try Self.newestRevision(of: user, in: db) }
    }

    func savedPage(of user: MovieUser, after position: Int?, limit: Int) async throws -> SavedTitleWatch.Page {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM saved WHERE user = ? AND position > ? ORDER BY position LIMIT ?",
                arguments: [user.column, position ?? 0, limit])
            return SavedTitleWatch.Page(
                elements: try rows.map {
                    SavedTitleEntry(title: try SavedTitle(row: $0), revision: try $0.decode(forColumn: "revision"))
                },
                last: try rows.last?.decode(forColumn: "position"))
        }
    }

    func savedChanges(of user: MovieUser, since revision: Int, limit: Int) async throws -> [SavedTitleChange] {
        try await database.read { db in
            let newest = try Self.newestRevision(of: user, in: db)
            let oldest =
                try Int.fetchOne(
                    db, sql: "SELECT horizon FROM savedHistory WHERE user = ?", arguments: [user.column]) ?? 0
            let isKnown =
                try revision == oldest
                || Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT * FROM savedChange WHERE user = ? AND revision = ?)",
                    arguments: [user.column, revision]) == true
            guard isKnown else {
                throw UserStoreError.historyUnavailable(since: revision, oldest: oldest, newest: newest)
            }
            return try Row.fetchAll(
                db, sql: "SELECT * FROM savedChange WHERE user = ? AND revision > ? ORDER BY revision LIMIT ?",
                arguments: [user.column, revision, limit]
            ).map(SavedTitleChange.init(row:))
        }
    }

    func savedAnnouncements() -> AsyncStream<Void> { signal.changes() }

    /// Records a change, drops the oldest one beyond the limit, and returns the revision of the change.
    static func record(
        _ kind: SavedTitleChange.Kind, _ title: SavedTitle, by user: MovieUser, at time: Date, in db: Database
    ) throws -> Int {
        let revision = Revision.next(after: try newestRevision(of: user, in: db), at: time)
        try db.execute(
            sql: """
                INSERT INTO savedChange (user, revision, kind, id, name, released, rating, time)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [user.column, revision, kind.rawValue] + title.arguments)
        let dropped = try Int.fetchOne(
            db, sql: "SELECT revision FROM savedChange WHERE user = ? ORDER BY revision DESC LIMIT 1 OFFSET ?",
            arguments: [user.column, keptChanges])
        if let dropped {
            try db.execute(
                sql: "DELETE FROM savedChange WHERE user = ? AND revision <= ?", arguments: [user.column, dropped])
            try db.execute(
                sql: "INSERT OR REPLACE INTO savedHistory (user, horizon) VALUES (?, ?)",
                arguments: [user.column, dropped])
        }
        return revision
    }

    private static func newestRevision(of user: MovieUser, in db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT MAX(revision) FROM savedChange WHERE user = ?", arguments: [user.column]) ?? 0
    }
}

extension SavedTitleChange {
    fileprivate init(row: Row) throws {
        let text: String = try row.decode(forColumn: "kind")
        guard let kind = Kind(rawValue: text) else {
            throw DatabaseError.invalidValue("'\(text)' is not a kind of change")
        }
        self.init(kind: kind, title: try SavedTitle(row: row), revision: try row.decode(forColumn: "revision"))
    }
}
