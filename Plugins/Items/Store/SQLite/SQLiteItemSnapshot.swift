import GRDB

/// The items of a database, at one moment: a transaction that reads, on a connection of its own.
struct SQLiteItemSnapshot: ItemSnapshot {
    private let snapshot: DatabaseSnapshot

    /// Begins to read, now.
    ///
    /// - Parameter pool: The database.
    /// - Throws: What SQLite throws.
    init(of pool: DatabasePool) throws {
        snapshot = try pool.makeSnapshot()
    }

    func page(after position: Int?, limit: Int) async throws -> ItemPage {
        try await snapshot.read { db in try ItemPage.fetch(db, after: position, filter: nil, limit: limit) }
    }
}
