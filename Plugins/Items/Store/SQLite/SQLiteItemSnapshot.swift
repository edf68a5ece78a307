package import TrellisSQLite

/// The items of a SQLite store at one moment.
package struct SQLiteItemSnapshot: ItemSnapshot {
    private let snapshot: SQLiteSnapshot

    /// Creates the items from a snapshot of the database.
    package init(snapshot: SQLiteSnapshot) { self.snapshot = snapshot }

    /// Returns a page of items.
    package func page(after position: Int?, limit: Int) async throws -> ItemPage {
        try await snapshot.read { db in try ItemPage.fetch(db, after: position, filter: nil, limit: limit) }
    }
}
