import GRDB

/// The items of a database, at one moment: a transaction that reads, on a connection of its own.
struct SQLiteItemSnapshot: ItemSnapshot {
    let revision: Int
    let count: Int
    private let snapshot: DatabaseSnapshot

    /// Begins to read, now.
    ///
    /// - Parameter pool: The database.
    /// - Throws: What SQLite throws.
    init(of pool: DatabasePool) async throws {
        snapshot = try pool.makeSnapshot()
        (revision, count) = try await snapshot.read { db in
            (try ItemChange.newestRevision(db), try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item") ?? 0)
        }
    }

    func page(after position: Int?, limit: Int) async throws -> ItemPage {
        try await snapshot.read { db in try ItemPage.fetch(db, after: position, filter: nil, limit: limit) }
    }
}
