import Etcd
import Foundation
import Items
import Trellis
import TrellisSQLite

extension ItemMirror {
    /// More deletions at one revision than this store makes, and than can be numbered.
    struct TooManyDeletions: Error {}

    /// The result of ``apply(_:to:after:keys:at:complete:)``.
    struct Applied: Sendable {
        /// The state of the copy with the changes.
        var source: Source

        /// The transactions among the changes.
        var attempts: [(id: String, revision: Int64)] = []

        fileprivate var changes: [ItemChange] = []
    }

    /// Applies the changes of complete revisions of etcd.
    ///
    /// - Parameters:
    ///   - events: The events of all keys.
    ///   - revision: The revision of the last event.
    ///   - before: The state of the copy before the changes.
    ///   - keys: The keys of the items.
    ///   - now: The current time. A change is recorded at no later time, because the clock of another host can be ahead.
    ///   - complete: The time as of which the copy has had every change; nil if it is not known.
    /// - Returns: The state of the copy with the changes, and their transactions.
    /// - Throws: ``TooManyDeletions``; another error when a value was not written by this store; the error of SQLite.
    func apply(
        _ events: [EtcdEvent], to revision: Int64, after before: Source, keys: ItemKeys, at now: Date, complete: Date?
    ) async throws -> Applied {
        let (applied, isSignaled) = try await database.write(weight: events.count) { db in
            var applied = Applied(source: before)
            var (current, time, deletions): (Int64, Int, Int) = (0, 0, 0)
            for event in events {
                if event.revision != current { (current, time, deletions) = (event.revision, now.milliseconds, 0) }
                if event.key == keys.head {
                    (applied.source.head, applied.source.attempt) = (0, nil)
                    guard event.kind == .put else { continue }
                    let head = try event.keyValue.value.decode(HeadRecord.self)
                    (applied.source.head, applied.source.attempt) = (event.revision, head.attempt)
                    applied.attempts.append((head.attempt, event.revision))
                    time = min(head.time, now.milliseconds)
                    applied.source.reach(StoredItem.revision(event.revision, head.last))
                    continue
                }
                guard let id = keys.item(of: event.key) else { continue }
                let change: ItemChange
                let moment = Date(milliseconds: time)
                switch event.kind {
                case .put:
                    let placed = try PlacedItem(event.keyValue, id: id)
                    let isNew = event.keyValue.createRevision == event.revision
                    try Self.put(placed, in: db)
                    change = ItemChange(kind: isNew ? .added : .updated, item: placed.item, time: moment)
                case .delete:
                    guard var item = try Item.fetch(id, in: db) else { continue }
                    guard deletions < StoredItem.changesPerRevision else { throw TooManyDeletions() }
                    item.revision = StoredItem.revision(event.revision, deletions)
                    deletions += 1
                    try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [id.text])
                    change = ItemChange(kind: .deleted, item: item, time: moment)
                }
                // A program other than this store does not set `head`.
                applied.source.reach(change.revision)
                try Self.record(change, in: db)
                applied.changes.append(change)
            }
            applied.source.followed = revision
            applied.source.complete = complete ?? before.complete
            try applied.source.storeProgress(in: db)
            // Most watches need not wait for the commit.
            let isRecent = recent.append(applied.changes, after: before.newest, to: applied.source.newest)
            if isRecent { changed.signal() }
            return (applied, isRecent)
        }
        if !isSignaled { changed.signal() }
        committed.signal()
        return applied
    }

    /// Stores the time as of which the copy has every change, for the next process.
    ///
    /// A failure is ignored: the copy then counts as older than it is.
    func store(complete time: Date?) async {
        guard let time else { return }
        try? await database.write { db in
            try db.execute(sql: "UPDATE source SET complete = ?", arguments: [time.milliseconds])
        }
    }

    /// Notes that no item has changed up to a revision.
    func skip(to revision: Int64) async throws {
        try await database.write { db in
            try db.execute(sql: "UPDATE source SET followed = ?", arguments: [revision])
        }
    }

    /// Inserts or replaces an item.
    private static func put(_ placed: PlacedItem, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO item (id, title, count, created, modified, revision, position) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET title = excluded.title, count = excluded.count, created = excluded.created,
                modified = excluded.modified, revision = excluded.revision, position = excluded.position
                """
        ).execute(arguments: placed.arguments)
    }

    private static func record(_ change: ItemChange, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO change (id, title, count, created, modified, revision, kind, time) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: change.item.arguments + [change.revision, change.kind.rawValue, change.time.milliseconds])
    }
}

extension PlacedItem {
    /// The values of the columns of the table `item`.
    var arguments: StatementArguments { item.arguments + [item.revision, position] }
}
