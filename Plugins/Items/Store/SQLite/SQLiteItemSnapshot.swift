import TrellisSQLite

/// The items of a SQLite store at one moment.
struct SQLiteItemSnapshot: ItemSnapshot {
    let snapshot: SQLiteSnapshot

    func page(after position: Int?, limit: Int) async throws -> ItemPage {
        try await snapshot.read { db in try ItemPage.fetch(db, after: position, filter: nil, limit: limit) }
    }
}
