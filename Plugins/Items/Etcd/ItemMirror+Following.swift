import Foundation
import Items
import Trellis
import TrellisSQLite

extension ItemMirror {
    /// Applies changes.
    ///
    /// - Parameters:
    ///   - followed: The changes.
    ///   - before: The state of the copy before the changes.
    /// - Throws: The error of SQLite.
    func apply(_ followed: FollowedChanges, after before: Source) async throws {
        if followed.beginsHistory { recent.removeAll() }
        // Most watches need not wait for the copy. The beginning of a history ends them.
        let isReported = followed.beginsHistory ? false : followed.known.map { report($0, of: followed, after: before) }
        let isSignaled = try await database.write(weight: followed.changes.count) { db in
            let written = try followed.changes.compactMap { change in
                let change = try Self.write(change, in: db)
                try change?.insert(in: db)
                return change
            }
            if followed.beginsHistory {
                try db.execute(sql: "DELETE FROM change WHERE revision <= ?", arguments: [followed.source.horizon])
                try followed.source.store(in: db)
            } else {
                try followed.source.storeProgress(in: db)
            }
            return isReported ?? report(written, of: followed, after: before)
        }
        if !isSignaled { changed.signal() }
        committed.signal()
    }

    /// Reports changes to the watches that can read all of them in the newest changes.
    ///
    /// - Returns: Whether all watches can.
    private func report(_ changes: [ItemChange], of followed: FollowedChanges, after before: Source) -> Bool {
        let isRecent = recent.append(changes, after: before.newest, to: followed.source.newest)
        if isRecent { changed.signal() }
        return isRecent
    }

    /// Stores the time as of which the copy has every change, for the next process.
    ///
    /// A failure is ignored: the copy then counts as older than it is.
    func store(complete: CompleteTime?) async {
        guard let complete else { return }
        try? await database.write { db in
            try db.execute(
                sql: "UPDATE source SET complete = ?, uptime = ?",
                arguments: [complete.time.milliseconds, complete.uptimeMilliseconds])
        }
    }

    /// Notes that no item has changed up to a revision.
    func skip(to revision: Int64) async throws {
        try await database.write { db in
            try db.execute(sql: "UPDATE source SET followed = ?", arguments: [revision])
        }
    }

    /// Changes an item.
    ///
    /// - Returns: The change; nil if the item was deleted and is not part of the copy.
    private static func write(_ change: FollowedChanges.Change, in db: Database) throws -> ItemChange? {
        switch change {
        case .put(let change, let position):
            try db.cachedStatement(
                sql: """
                    INSERT INTO item (id, title, count, created, modified, revision, position) VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET title = excluded.title, count = excluded.count, created = excluded.created,
                    modified = excluded.modified, revision = excluded.revision, position = excluded.position
                    """
            ).execute(arguments: change.item.arguments + [change.revision, position])
            return change
        case .delete(let id, let revision, let time):
            guard var item = try Item.fetch(id, in: db) else { return nil }
            item.revision = revision
            try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [id.text])
            return ItemChange(kind: .deleted, item: item, time: time)
        }
    }
}
