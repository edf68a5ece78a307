import Foundation
import TrellisSQLite

/// The list within a transaction of the database: what can be done to it.
///
/// Every change is recorded with it.
struct ItemTransaction {
    /// The database, in a transaction that can write.
    let db: Database

    /// What time it is.
    let time: Date

    /// Adds an item.
    ///
    /// - Parameter record: The item.
    /// - Returns: The item that was added.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)``, and what SQLite throws.
    func add(_ record: ItemRecord) throws -> Item {
        let item = try recorded(.added, record.item(at: time))
        try db.cachedStatement(
            sql: "INSERT INTO item (id, title, count, created, modified, revision) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(arguments: item.arguments + [item.revision])
        return item
    }

    /// Changes an item.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - title: What it is called from now on; nil to leave it.
    ///   - count: How many there are of it from now on; nil to leave it.
    ///   - expected: The revision that it has to have; nil for any.
    /// - Returns: The item as it is now.
    /// - Throws: ``ItemStoreError``, and what SQLite throws.
    func update(_ id: UUID, title: String?, count: Int?, ifRevision expected: Int?) throws -> Item {
        let old = try Item.find(id, in: db)
        try old.require(expected)
        guard let new = try old.updated(title: title, count: count, at: time) else { return old }
        return try write(new)
    }

    /// Deletes an item.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - expected: The revision that it has to have; nil for any.
    /// - Throws: ``ItemStoreError``, and what SQLite throws.
    func delete(_ id: UUID, ifRevision expected: Int?) throws {
        let item = try Item.find(id, in: db)
        try item.require(expected)
        _ = try recorded(.deleted, item)
        try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [id.text])
    }

    /// Adds an item, or makes one that is there as a record says.
    ///
    /// - Parameters:
    ///   - record: The item.
    ///   - replacing: Whether an item that is there becomes as the record is.
    ///   - counts: Counts what became of it.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)``, and what SQLite throws.
    func take(_ record: ItemRecord, replacing: Bool, counting counts: inout ItemImportCounts) throws {
        guard let id = record.id, let old = try Item.fetch(id, in: db) else {
            _ = try add(record)
            counts.added += 1
            return
        }
        // Read in any case, so that what can't be an item is refused whether there is one or not.
        guard let new = try record.replacement(of: old, at: time), replacing else {
            counts.kept += 1
            return
        }
        _ = try write(new)
        counts.replaced += 1
    }

    /// Forgets the oldest changes, as far as they were made before a time.
    ///
    /// The first change of that time or later ends it, whatever comes after that: a clock that was set back makes no
    /// gap.
    ///
    /// - Parameters:
    ///   - horizon: The time.
    ///   - limit: At most so many.
    /// - Returns: How many were forgotten.
    /// - Throws: What SQLite throws.
    func forgetChanges(before horizon: Date, limit: Int) throws -> Int {
        guard let oldest = try Int.fetchOne(db, sql: "SELECT MIN(revision) FROM change") else { return 0 }
        let end =
            try Int.fetchOne(
                db, sql: "SELECT revision FROM change WHERE revision < ? AND time >= ? ORDER BY revision LIMIT 1",
                arguments: [oldest + limit, horizon.milliseconds]) ?? oldest + limit
        try db.execute(sql: "DELETE FROM change WHERE revision < ?", arguments: [end])
        return db.changesCount
    }

    /// Puts an item in the place of the one with its identifier.
    private func write(_ item: Item) throws -> Item {
        let item = try recorded(.updated, item)
        try db.cachedStatement(
            sql: "UPDATE item SET title = ?, count = ?, created = ?, modified = ?, revision = ? WHERE id = ?"
        ).execute(
            arguments: [
                item.title, item.count, item.created.milliseconds, item.modified.milliseconds, item.revision,
                item.id.text,
            ])
        return item
    }

    /// Records a change, and gives the item with its number.
    private func recorded(_ kind: ItemChange.Kind, _ item: Item) throws -> Item {
        try db.cachedStatement(
            sql: "INSERT INTO change (id, title, count, created, modified, kind, time) VALUES (?, ?, ?, ?, ?, ?, ?)"
        ).execute(arguments: item.arguments + [kind.rawValue, time.milliseconds])
        var item = item
        item.revision = Int(db.lastInsertedRowID)
        return item
    }
}
