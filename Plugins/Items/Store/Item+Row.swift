import Foundation
import GRDB

extension UUID {
    /// The identifier as it is stored and told: in lower case.
    var text: String { uuidString.lowercased() }
}

extension Item {
    /// The columns of an item, in the order id, title, count, created, modified.
    var arguments: StatementArguments {
        [id.text, title, count, created.milliseconds, modified.milliseconds]
    }

    /// Reads an item from a row of either table.
    init(row: Row) throws {
        let text: String = row["id"]
        guard let id = UUID(uuidString: text) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "'\(text)' is not the identifier of an item")
        }
        try self.init(
            id: id, title: row["title"], count: row["count"], created: Date(milliseconds: row["created"]),
            modified: Date(milliseconds: row["modified"]))
    }

    /// Finds an item.
    static func find(_ id: UUID, in db: Database) throws -> Item {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM item WHERE id = ?", arguments: [id.text]) else {
            throw ItemStoreError.noSuchItem(id: id)
        }
        return try Item(row: row)
    }
}

extension ItemPage {
    /// Reads a page.
    static func fetch(_ db: Database, after position: Int?, filter: String?, limit: Int) throws -> ItemPage {
        var sql = "SELECT * FROM item WHERE position > ?"
        var arguments: StatementArguments = [position ?? 0]
        if let filter {
            sql += " AND instr(lower(title), lower(?)) > 0"
            arguments += [filter]
        }
        let rows = try Row.fetchAll(
            db, sql: sql + " ORDER BY position LIMIT ?", arguments: arguments + [limit])
        return ItemPage(items: try rows.map(Item.init(row:)), last: rows.last?["position"])
    }
}

extension ItemChange {
    /// Reads a change from its row.
    init(row: Row) throws {
        let text: String = row["kind"]
        guard let kind = Kind(rawValue: text) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "'\(text)' is not a kind of change")
        }
        self.init(
            revision: row["revision"], kind: kind, item: try Item(row: row), time: Date(milliseconds: row["time"]))
    }

    /// The revision of the last change, whether it is still kept or not; 0 when there was none.
    static func newestRevision(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'") ?? 0
    }
}
