package import Foundation
package import TrellisSQLite

extension Item {
    /// The columns of an item in both tables, in the order in which ``init(row:)`` reads them.
    fileprivate static let columns = "id, title, count, created, modified, revision"

    /// The values of the columns, except the revision.
    package var arguments: StatementArguments {
        [id.text, title, count, created.milliseconds, modified.milliseconds]
    }

    /// Decodes an item from a row that begins with its columns.
    ///
    /// - Throws: The error of a damaged file, such as `RowDecodingError` for a value of another type.
    fileprivate init(row: Row) throws {
        let text: String = try row.decode(atIndex: 0)
        guard let id = UUID(text: text) else {
            throw DatabaseError.invalidValue("'\(text)' is not the identifier of an item")
        }
        try self.init(
            id: id, title: row.decode(atIndex: 1), count: row.decode(atIndex: 2),
            created: Date(milliseconds: row.decode(atIndex: 3)), modified: Date(milliseconds: row.decode(atIndex: 4)),
            revision: row.decode(atIndex: 5))
    }

    /// Fetches an item; returns nil when no item has the identifier.
    package static func fetch(_ id: UUID, in db: Database) throws -> Item? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM item WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.text]).map(Item.init(row:))
    }

    /// Fetches an item.
    ///
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier.
    package static func find(_ id: UUID, in db: Database) throws -> Item {
        guard let item = try fetch(id, in: db) else { throw ItemStoreError.noSuchItem(id: id) }
        return item
    }

    /// Fetches the position of an item.
    ///
    /// - Throws: ``ItemStoreError/noSuchItem(id:)`` when no item has the identifier.
    package static func position(of id: UUID, in db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT position FROM item WHERE id = ?")
        guard let position = try Int.fetchOne(statement, arguments: [id.text]) else {
            throw ItemStoreError.noSuchItem(id: id)
        }
        return position
    }
}

extension ItemPage {
    /// Fetches a page of items.
    package static func fetch(_ db: Database, after position: Int?, filter: String?, limit: Int) throws -> ItemPage {
        var sql = "SELECT \(Item.columns), position FROM item WHERE position > ?"
        var arguments: StatementArguments = [position ?? 0]
        if let filter {
            sql += " AND instr(lower(title), lower(?)) > 0"
            arguments += [filter]
        }
        let statement = try db.cachedStatement(sql: sql + " ORDER BY position LIMIT ?")
        let rows = try Row.fetchCursor(statement, arguments: arguments + [limit])
        var page = ItemPage(items: [], last: nil)
        while let row = try rows.next() {
            page.items.append(try Item(row: row))
            page.last = try row.decode(Int.self, atIndex: 6)
        }
        return page
    }
}

extension ItemChange {
    /// Decodes a change from a row that begins with the columns of its item.
    private init(row: Row) throws {
        let text: String = try row.decode(atIndex: 6)
        guard let kind = Kind(rawValue: text) else {
            throw DatabaseError.invalidValue("'\(text)' is not a kind of change")
        }
        try self.init(kind: kind, item: Item(row: row), time: Date(milliseconds: row.decode(atIndex: 7)))
    }

    /// Fetches changes after a revision of the list in `items.sqlite`.
    static func fetch(_ db: Database, since revision: Int, limit: Int) throws -> [ItemChange] {
        guard let horizon = try Int.fetchOne(db.cachedStatement(sql: "SELECT horizon FROM history")) else {
            throw DatabaseError.invalidValue("the table 'history' has no row")
        }
        return try fetch(db, since: revision, of: horizon...max(horizon, newestRevision(db)), limit: limit)
    }

    /// Fetches changes after a revision.
    ///
    /// - Parameters:
    ///   - db: The database.
    ///   - revision: The revision after which the changes start.
    ///   - available: The revision of the last pruned change, and that of the last change.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes in the order of their revisions.
    /// - Throws: ``ItemStoreError/historyUnavailable(since:oldest:newest:)`` when changes were pruned, or no change has the
    ///   revision; the error of SQLite.
    package static func fetch(
        _ db: Database, since revision: Int, of available: ClosedRange<Int>, limit: Int
    ) throws -> [ItemChange] {
        guard try available.contains(revision) && isKnown(revision, in: db, available) else {
            throw ItemStoreError.historyUnavailable(
                since: revision, oldest: available.lowerBound, newest: available.upperBound)
        }
        let statement = try db.cachedStatement(
            sql: "SELECT \(Item.columns), kind, time FROM change WHERE revision > ? ORDER BY revision LIMIT ?")
        let rows = try Row.fetchCursor(statement, arguments: [revision, limit])
        var changes: [ItemChange] = []
        while let row = try rows.next() { changes.append(try ItemChange(row: row)) }
        return changes
    }

    /// Whether the history has a change with a revision.
    private static func isKnown(_ revision: Int, in db: Database, _ available: ClosedRange<Int>) throws -> Bool {
        // Most watches are at the end.
        if revision == available.upperBound || revision == available.lowerBound { return true }
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT * FROM change WHERE revision = ?)")
        return try Bool.fetchOne(statement, arguments: [revision]) ?? false
    }

    /// Stores the change.
    package func insert(in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO change (id, title, count, created, modified, revision, kind, time) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: item.arguments + [revision, kind.rawValue, time.milliseconds])
    }

    /// Deletes the oldest changes that were made before a time.
    ///
    /// The deletion stops at the first change of that time or later, so that the remaining changes have no gap. If the clock
    /// was set back, later changes may have earlier times.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - limit: The maximum number of changes to delete.
    ///   - db: The database.
    /// - Returns: The number of deleted changes, and the revision of the last one; nil if there are none.
    /// - Throws: The error of SQLite.
    package static func prune(before time: Date, limit: Int, in db: Database) throws -> (count: Int, last: Int)? {
        let oldest = try Row.fetchAll(
            db, sql: "SELECT revision, time FROM change ORDER BY revision LIMIT ?", arguments: [limit])
        let pruned = try oldest.prefix { try $0.decode(Int.self, atIndex: 1) < time.milliseconds }
        guard let last = try pruned.last?.decode(Int.self, atIndex: 0) else { return nil }
        try db.execute(sql: "DELETE FROM change WHERE revision <= ?", arguments: [last])
        return (pruned.count, last)
    }

    /// Returns the revision of the last change, pruned or not; 0 when there was none.
    static func newestRevision(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'")) ?? 0
    }
}
