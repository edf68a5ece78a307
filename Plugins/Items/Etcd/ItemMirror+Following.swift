import Etcd
import Foundation
import Items
import TrellisSQLite

extension ItemMirror {
    /// More deletions at one revision than this store makes, and than can be numbered.
    struct TooManyDeletions: Error {}

    /// Applies the changes of complete revisions of etcd.
    ///
    /// - Parameters:
    ///   - events: The events of all keys.
    ///   - revision: The revision of the last event.
    ///   - keys: The keys of the items.
    ///   - now: The current time. A change is recorded at no later time, because the clock of another host can be ahead.
    ///   - complete: The time as of which the copy has had every change; nil if it is not known.
    /// - Returns: The transactions among the changes.
    /// - Throws: ``TooManyDeletions``; another error when a value was not written by this store; the error of SQLite.
    func apply(
        _ events: [EtcdEvent], to revision: Int64, keys: ItemKeys, at now: Date, complete: Date?
    ) async throws -> [(id: String, revision: Int64)] {
        try await database.write(weight: events.count) { db in
            var attempts: [(id: String, revision: Int64)] = []
            var source = try Self.source(db)
            var (current, time, deletions): (Int64, Int, Int) = (0, 0, 0)
            for event in events {
                if event.revision != current { (current, time, deletions) = (event.revision, now.milliseconds, 0) }
                if event.key == keys.head {
                    (source.head, source.attempt) = (0, nil)
                    guard event.kind == .put else { continue }
                    let head = try event.keyValue.value.decode(HeadRecord.self)
                    (source.head, source.attempt) = (event.revision, head.attempt)
                    attempts.append((head.attempt, event.revision))
                    time = min(head.time, now.milliseconds)
                    source.newest = max(source.newest, StoredItem.revision(event.revision, head.last))
                    continue
                }
                guard let id = keys.item(of: event.key) else { continue }
                let change: (kind: ItemChange.Kind, item: Item)
                switch event.kind {
                case .put:
                    let placed = try PlacedItem(event.keyValue, id: id)
                    let isNew = event.keyValue.createRevision == event.revision
                    try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [id.text])
                    try Self.insert(placed, in: db)
                    change = (isNew ? .added : .updated, placed.item)
                case .delete:
                    guard var item = try Item.fetch(id, in: db) else { continue }
                    guard deletions < StoredItem.changesPerRevision else { throw TooManyDeletions() }
                    item.revision = StoredItem.revision(event.revision, deletions)
                    deletions += 1
                    try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [id.text])
                    change = (.deleted, item)
                }
                // A program other than this store does not set `head`.
                source.newest = max(source.newest, change.item.revision)
                try Self.record(change.kind, change.item, at: time, in: db)
            }
            source.complete = complete ?? source.complete
            let update = "UPDATE source SET followed = ?, head = ?, attempt = ?, newest = ?, complete = ?"
            try db.cachedStatement(sql: update).execute(arguments: [
                revision, source.head, source.attempt, source.newest, source.complete.milliseconds,
            ])
            return attempts
        }
    }

    private static func record(_ kind: ItemChange.Kind, _ item: Item, at time: Int, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO change (id, title, count, created, modified, revision, kind, time) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: item.arguments + [item.revision, kind.rawValue, time])
    }
}
