import Foundation
import Glibc
import SystemPackage
import Testing
import Trellis
import TrellisSQLite
import TrellisTesting

@testable import Items

@Suite("SQLite item store", .timeLimit(.minutes(2)))
struct SQLiteItemStoreTests {
    @Test("keeps the items after the store is closed and opened again")
    func reopening() async throws {
        try await TemporaryFolder.with { folder in
            let first = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
            let tea = try await first.add(title: "Tea", count: 3)
            try await first.close()
            let second = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
            #expect(try await second.item(tea.id) == tea)
            #expect(try await second.changes(since: 0, limit: 10).map(\.item) == [tea])
            try await second.close()
        }
    }

    @Test("reports a row without a value as damage, without crashing")
    func missingValue() async throws {
        try await TemporaryFolder.with { folder in
            let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
            let tea = try await store.add(title: "Tea", count: 3)
            let queue = try DatabaseQueue(path: folder.appending("items.sqlite").string)
            try await queue.write { db in
                // A damaged page can contain a row without a value.
                try db.execute(
                    sql: """
                        PRAGMA writable_schema = ON;
                        UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'item';
                        PRAGMA writable_schema = RESET
                        """)
            }
            try await queue.write { db in try db.execute(sql: "UPDATE item SET count = NULL") }
            try queue.close()
            await #expect {
                _ = try await store.item(tea.id)
            } throws: { error in
                guard case .damaged = error as? StorageError else { return false }
                return true
            }
            try await store.close()
        }
    }

    @Test("reads and deletes an item with times beyond the range of dates, without crashing")
    func largeTimes() async throws {
        try await TemporaryFolder.with { folder in
            let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
            let tea = try await store.add(title: "Tea", count: 3)
            let queue = try DatabaseQueue(path: folder.appending("items.sqlite").string)
            try await queue.write { db in
                try db.execute(sql: "UPDATE item SET created = ?, modified = ?", arguments: [Int.max, Int.min])
            }
            try queue.close()
            let item = try await store.item(tea.id)
            #expect((item.created.milliseconds, item.modified.milliseconds) == (.max, .min))
            #expect(item.created.rfc3339 == "9999-12-31T23:59:59Z")
            try await store.delete(tea.id)
            try await store.close()
        }
    }

    @Test("rejects a change after the largest revision, without crashing")
    func largestRevision() async throws {
        try await TemporaryFolder.with { folder in
            let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
            let tea = try await store.add(title: "Tea", count: 3)
            let queue = try DatabaseQueue(path: folder.appending("items.sqlite").string)
            try await queue.write { db in
                try db.execute(sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'change'", arguments: [Int.max])
            }
            try queue.close()
            let rice = try await store.add(title: "Rice", count: 1)
            #expect(rice.revision == .max)
            await #expect(throws: (any Error).self) { try await store.add(title: "Bread", count: 1) }
            #expect(try await store.page(after: nil, filter: nil, limit: 10).items == [tea, rice])
            try await store.close()
        }
    }

    @Test(
        "rejects changes on a full disk, and recovers when space is available",
        .enabled(if: SmallDisk.isAvailable, "only root can mount a small file system"))
    func fullDisk() async throws {
        try await SmallDisk.with { folder, enlarge in
            let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
            var kept: [Item] = []
            var error: (any Error)?
            while error == nil, kept.count < 1_000 {
                do {
                    kept.append(try await store.add(title: String(repeating: "x", count: 1_000), count: 1))
                } catch let caught {
                    error = caught
                }
            }
            #expect(error as? StorageError == .full(file: folder.appending("items.sqlite")))
            #expect(!kept.isEmpty)
            #expect(try await store.page(after: nil, filter: nil, limit: 1_000).items == kept)
            try enlarge()
            kept.append(try await store.add(title: "Tea", count: 1))
            #expect(try await store.page(after: nil, filter: nil, limit: 1_000).items == kept)
            try await store.close()
        }
    }

    @Test("migrates a database of version 1 with its contents")
    func firstSchema() async throws {
        try await TemporaryFolder.with { folder in
            let identifiers = try (0..<3).map { try UUID.sample($0) }
            try makeDatabaseOfFirstVersion(at: folder.appending("items.sqlite"), identifiers)
            let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
            let items = try await store.page(after: nil, filter: nil, limit: 10).items
            #expect(items.map(\.id) == Array(identifiers.prefix(2)))
            #expect(items.map(\.title) == ["Tea", "Rice"])
            #expect(items.map(\.created) == [1, 2].map { Date(timeIntervalSince1970: $0) })
            // The revision is 0 for Tea, because the change that added it was pruned.
            #expect(items.map(\.revision) == [0, 4])
            #expect(try await store.revision() == 5)
            let changes = try await store.changes(since: 1, limit: 10)
            #expect(changes.map(\.revision) == [2, 3, 4, 5])
            #expect(changes.map(\.kind) == [.added, .added, .updated, .deleted])
            await #expect(throws: ItemStoreError.historyUnavailable(since: 0, oldest: 1, newest: 5)) {
                try await store.changes(since: 0, limit: 10)
            }
            let tea = try await store.update(identifiers[0], title: nil, count: 9, ifRevision: 0)
            let coffee = try await store.add(title: "Coffee", count: 1)
            #expect(5 < tea.revision && tea.revision < coffee.revision)
            #expect(try await store.changes(since: 5, limit: 10).map(\.item) == [tea, coffee])
            try await store.close()

            let again = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
            #expect(try await again.page(after: nil, filter: nil, limit: 10).items == [tea, items[1], coffee])
            try await again.close()
        }
    }

    /// Creates a database of version 1 with three items: Tea, whose only change was pruned; Rice; and a deleted item.
    private func makeDatabaseOfFirstVersion(at path: FilePath, _ identifiers: [UUID]) throws {
        let pool = try DatabasePool(path: path.string)
        try ItemDatabase.migrator.migrate(pool, upTo: "1 items and changes")
        let (tea, rice, bread) = (identifiers[0].text, identifiers[1].text, identifiers[2].text)
        try pool.write { db in
            for (id, title, time) in [(tea, "Tea", 1), (rice, "Rice", 2)] {
                try db.execute(
                    sql: "INSERT INTO item (id, title, count, created, modified) VALUES (?, ?, 1, ?, ?)",
                    arguments: [id, title, time * 1_000, time * 1_000])
            }
            let changes = [("added", tea), ("added", rice), ("added", bread), ("updated", rice), ("deleted", bread)]
            for (kind, id) in changes {
                try db.execute(
                    sql: """
                        INSERT INTO change (time, kind, id, title, count, created, modified)
                            VALUES (3000, ?, ?, 'x', 1, 2000, 2000)
                        """,
                    arguments: [kind, id])
            }
            try db.execute(sql: "DELETE FROM change WHERE revision = 1")
        }
        try pool.close()
    }

    @Test("keeps exactly the acknowledged items of 64 concurrent tasks on a full disk")
    func fullDiskWithManyTasks() async throws {
        guard SmallDisk.isAvailable else { return }
        try await SmallDisk.with { folder, enlarge in
            let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
            let kept = await withTaskGroup(of: [Item].self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        var kept: [Item] = []
                        do {
                            // All tasks together add more items than fit on the disk.
                            for _ in 0..<20 {
                                kept.append(try await store.add(title: String(repeating: "x", count: 1_000), count: 1))
                            }
                        } catch {
                            #expect(error as? StorageError == .full(file: folder.appending("items.sqlite")))
                        }
                        return kept
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
            #expect(!kept.isEmpty)
            #expect(kept.count < 64 * 20)
            let items = try await store.page(after: nil, filter: nil, limit: 10_000).items
            #expect(items == kept.sorted { $0.revision < $1.revision })
            #expect(Set(items.map(\.revision)).count == items.count)
            try enlarge()
            let tea = try await store.add(title: "Tea", count: 1)
            #expect(try await store.changes(since: 0, limit: 10_000).map(\.item) == items + [tea])
            try await store.close()
        }
    }

    @Test("keeps acknowledged items after kill -9, and no partial batch")
    func kill() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { try await addUntilKilled() }
        let folder = killedFolder(of: getpid())
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let log = try String(contentsOfFile: folder.appending("answered").string, encoding: .utf8)
        let answered = Set(log.split(separator: "\n").compactMap { UUID(uuidString: String($0)) })
        #expect(answered.count >= 1_000)
        let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
        let items = try await store.page(after: nil, filter: nil, limit: 1_000_000).items
        #expect(answered.subtracting(items.map(\.id)).isEmpty)
        // An item and its change are written in one transaction.
        #expect(try await store.changes(since: 0, limit: 1_000_000).map(\.item) == items)
        // A batch is written completely or not at all.
        let batches = Dictionary(grouping: items.filter { $0.count > 0 }, by: \.title)
        #expect(batches.values.allSatisfy { $0.count == 10 })
        try await store.close()
    }
}

/// The directory that the test shares with the process that it kills.
private func killedFolder(of test: pid_t) -> FilePath {
    FilePath(FileManager.default.temporaryDirectory.path).appending("items-killed-\(test)")
}

/// Adds items and batches of ten in 64 tasks and records the acknowledged ones, until the process is killed.
private func addUntilKilled() async throws {
    let folder = killedFolder(of: getppid())
    try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: .system)
    let log = try FileDescriptor.open(
        folder.appending("answered"), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
    let answered = Shared(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<64 {
            group.addTask {
                for round in 0... {
                    let items =
                        number.isMultiple(of: 2)
                        ? [try await store.add(title: "Tea", count: 0)]
                        : try await store.add(
                            Array(repeating: NewItem(title: "Batch \(number) \(round)", count: 1), count: 10))
                    _ = try log.writeAll(items.map { $0.id.uuidString + "\n" }.joined().utf8)
                    if answered.change({ $0 += items.count }) >= 1_000 { raise(SIGKILL) }
                }
            }
        }
        try await group.waitForAll()
    }
}
