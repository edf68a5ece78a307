import BenchmarkSupport
import Foundation
import GRDB
import Items
import Trellis
import TrellisTesting

/// Measures the rate of durable adds: by SQLite alone, by one client, and by 64 clients with a connection each.
func measureAdds() async throws {
    try await withPlugin(ItemsPlugin.self, over: .socket) { plugin in
        var clients: [ItemsClient] = []
        for _ in 0..<64 { clients.append(ItemsClient(try await plugin.connect())) }
        let database = try PlainDatabase(at: plugin.directories.cache.appending("plain.sqlite"))
        var plain: [Double] = []
        var one: [Double] = []
        var many: [Double] = []
        for _ in 0..<25 {
            plain.append(try database.addsPerSecond())
            one.append(try await addsPerSecond(by: [clients[0]]))
            many.append(try await addsPerSecond(by: clients))
        }
        let alone = "SQLite alone, one transaction per item"
        try Figure(alone, plain.median, "items/s", better: .higher).report()
        try Figure(
            "Add, 1 connection", one.median, "items/s", reference: alone, ratio: ratio(one, plain), better: .higher
        ).report()
        try Figure(
            "Add, 64 connections", many.median, "items/s", reference: "Add, 1 connection", ratio: ratio(many, one),
            better: .higher, limit: 3
        ).report()
    }
}

/// Returns the median of the ratios of adjacent iterations.
private func ratio(_ values: [Double], _ references: [Double]) -> Double {
    zip(values, references).map { $0 / $1 }.median
}

/// The duration of an iteration.
private let iterationDuration = Duration.milliseconds(500)

private func addsPerSecond(by clients: [ItemsClient]) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
        for client in clients {
            group.addTask {
                var count = 0
                while clock.now < start + iterationDuration {
                    _ = try await client.add(title: "An item of a list", count: count)
                    count += 1
                }
                return count
            }
        }
        return try await group.reduce(0, +)
    }
    return Double(count) / (start.duration(to: clock.now) / .seconds(1))
}

/// The database operations of Items without the plugin.
private struct PlainDatabase {
    private let queue: DatabaseQueue

    init(at path: FilePath) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        queue = try DatabaseQueue(path: path.string, configuration: configuration)
        // Sets the pragma after the creation of the queue, because creating the queue sets the pragma to NORMAL.
        try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE item (position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, title TEXT);
                    CREATE TABLE change (revision INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, title TEXT);
                    """)
        }
    }

    func addsPerSecond() throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while clock.now < start + iterationDuration {
            try queue.write { db in
                let id = UUID().uuidString
                for table in ["item", "change"] {
                    try db.cachedStatement(sql: "INSERT INTO \(table) (id, title) VALUES (?, ?)")
                        .execute(arguments: [id, "An item of a list"])
                }
            }
            count += 1
        }
        return Double(count) / (start.duration(to: clock.now) / .seconds(1))
    }
}
