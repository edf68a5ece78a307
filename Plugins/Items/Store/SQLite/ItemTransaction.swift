import Foundation
import Trellis
import TrellisSQLite

/// The changes of the list in a transaction of the database.
///
/// Each change also inserts a row into the table `change`.
struct ItemTransaction {
    /// The database, in a write transaction.
    let db: Database

    /// The time of the changes.
    let time: Date

    /// Adds an item.
    ///
    /// - Parameter record: The item to add.
    /// - Returns: The item that was added.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when a value is invalid; the error of SQLite.
    func add(_ record: ItemRecord) throws -> Item {
        let item = try recorded(.added, record.item(at: time))
        try db.cachedStatement(
            sql: "INSERT INTO item (id, title, count, created, modified, revision) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(arguments: item.arguments + [item.revision])
        return item
    }

    /// Updates an item.
    ///
    /// - Parameters:
    ///   - id: The identifier of the item.
    ///   - title: The new title; nil to keep the current title.
    ///   - count: The new count; nil to keep the current count.
    ///   - expected: The expected revision; nil for any.
    /// - Returns: The updated item.
    /// - Throws: ``ItemStoreError`` when the change is rejected; the error of SQLite.
    func update(_ id: UUID, title: String?, count: Int?, ifRevision expected: Int?) throws -> Item {
        let old = try Item.find(id, in: db)
        try old.requireRevision(expected)
        guard let new = try old.updated(title: title, count: count, at: time) else { return old }
        return try write(new)
    }

    /// Deletes an item.
    ///
    /// - Parameters:
    ///   - id: The identifier of the item.
    ///   - expected: The expected revision; nil for any.
    /// - Throws: ``ItemStoreError`` when the change is rejected; the error of SQLite.
    func delete(_ id: UUID, ifRevision expected: Int?) throws {
        let item = try Item.find(id, in: db)
        try item.requireRevision(expected)
        _ = try recorded(.deleted, item)
        try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [id.text])
    }

    /// Imports an item.
    ///
    /// - Parameters:
    ///   - record: The item to import.
    ///   - replacing: Whether an existing item is replaced.
    ///   - counts: The counts to update.
    /// - Throws: ``ItemStoreError/invalid(field:reason:index:)`` when a value is invalid; the error of SQLite.
    func importItem(_ record: ItemRecord, replacing: Bool, counting counts: inout ItemImportCounts) throws {
        guard let id = record.id, let old = try Item.fetch(id, in: db) else {
            _ = try add(record)
            counts.added += 1
            return
        }
        // The replacement is computed even without `replacing`, so that an invalid record is always rejected.
        guard let new = try record.replacement(of: old, at: time), replacing else {
            counts.kept += 1
            return
        }
        _ = try write(new)
        counts.replaced += 1
    }

    /// Deletes the oldest changes that were made before a time.
    ///
    /// - Parameters:
    ///   - horizon: The time before which changes are deleted.
    ///   - limit: The maximum number of changes to delete.
    /// - Returns: The number of deleted changes.
    /// - Throws: The error of SQLite.
    func pruneChanges(before horizon: Date, limit: Int) throws -> Int {
        guard let pruned = try ItemChange.prune(before: horizon, limit: limit, in: db) else { return 0 }
        try db.execute(sql: "UPDATE history SET horizon = ?", arguments: [pruned.last])
        return pruned.count
    }

    /// Replaces the item with the same identifier.
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

    /// Records a change and returns the item with its revision.
    private func recorded(_ kind: ItemChange.Kind, _ item: Item) throws -> Item {
        var item = item
        item.revision = Revision.next(after: try ItemChange.newestRevision(db), at: time)
        try ItemChange(kind: kind, item: item, time: time).insert(in: db)
        return item
    }
}
