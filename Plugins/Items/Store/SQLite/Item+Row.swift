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

    /// Fetches changes after a revision of a list whose changes are numbered consecutively.
    static func fetch(_ db: Database, since revision: Int, limit: Int) throws -> [ItemChange] {
        let newest = try newestRevision(db)
        let oldest = try Int.fetchOne(db.cachedStatement(sql: "SELECT MIN(revision) - 1 FROM change")) ?? newest
        return try fetch(db, since: revision, of: oldest...newest, limit: limit)
    }

    /// Fetches changes after a revision.
    ///
    /// - Parameters:
    ///   - db: The database.
    ///   - revision: The revision after which the changes start.
    ///   - available: The revisions after which all changes are available.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes in the order of their revisions.
    /// - Throws: ``ItemStoreError/historyUnavailable(since:oldest:newest:)``; the error of SQLite.
    package static func fetch(
        _ db: Database, since revision: Int, of available: ClosedRange<Int>, limit: Int
    ) throws -> [ItemChange] {
        guard available.contains(revision) else {
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

    /// Returns the revision of the last change, pruned or not; 0 when there was none.
    static func newestRevision(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'")) ?? 0
    }
}
