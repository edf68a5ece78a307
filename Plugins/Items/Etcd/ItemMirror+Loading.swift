import Foundation
import Items
import Trellis
import TrellisSQLite

/// Reading all items of a cluster.
extension ItemMirror {
    /// Replaces everything by the items of a cluster, in one transaction.
    ///
    /// - Parameters:
    ///   - feed: The items.
    ///   - source: The state of the copy with these items.
    /// - Returns: The number of items.
    /// - Throws: The error of the feed; the error of SQLite. The copy is then unchanged.
    func replaceAll(with feed: ItemFeed, from source: Source) async throws -> Int {
        let count = try await database.write(weight: Self.weightOfAll) { db in
            // The pages of 200,000 items fit into the cache, so that each of them is written once.
            try db.execute(sql: "PRAGMA cache_size = -65536")
            defer { try? db.execute(sql: "PRAGMA cache_size = -2000; PRAGMA shrink_memory") }
            try db.execute(sql: "DELETE FROM item; DELETE FROM change")
            var count = 0
            while let items = try feed.next() {
                try Self.insert(items, in: db)
                count += items.count
            }
            try source.store(in: db)
            return count
        }
        recent.removeAll()
        changed.signal()
        committed.signal()
        return count
    }

    /// Notes that the items must be replaced, because the cluster does not have them any more.
    func invalidate() async throws {
        try await database.write { db in try db.execute(sql: "UPDATE source SET cluster = '0'") }
    }

    /// More than the weight of a shared transaction.
    private static let weightOfAll = 1_000_000

    /// Inserts items that were read.
    private static func insert(_ items: [PlacedItem], in db: Database) throws {
        var rest = items[...]
        while !rest.isEmpty {
            try insert(rest.prefix(rowsPerStatement), in: db)
            rest = rest.dropFirst(rowsPerStatement)
        }
    }

    /// The maximum number of rows that are inserted by one statement.
    private static let rowsPerStatement = 100

    private static func insert(_ items: ArraySlice<PlacedItem>, in db: Database) throws {
        let rows = Array(repeating: "(?, ?, ?, ?, ?, ?, ?)", count: items.count).joined(separator: ", ")
        // With the default, ABORT, SQLite copies each page before the statement to undo a part of it.
        let statement = try db.cachedStatement(
            sql: "INSERT OR FAIL INTO item (id, title, count, created, modified, revision, position) VALUES \(rows)")
        try statement.execute(arguments: items.reduce(into: []) { $0 += $1.arguments })
    }
}

extension PlacedItem {
    /// The values of the columns of the table `item`.
    fileprivate var arguments: StatementArguments { item.arguments + [item.revision, position] }
}
