import Foundation
import GRDB
import Items
import Testing
import Trellis

@Suite("A store of items on disk")
struct SQLiteItemStoreTests {
    @Test("has its items again after it was closed")
    func reopening() async throws {
        try await TemporaryFolder.with { folder in
            let first = try SQLiteItemStore(plugin: .sample(in: folder))
            let tea = try await first.add(title: "Tea", count: 3)
            try await first.close()
            let second = try SQLiteItemStore(plugin: .sample(in: folder))
            #expect(try await second.item(tea.id) == tea)
            #expect(try await second.changes(since: 0, limit: 10).map(\.item) == [tea])
            try await second.close()
        }
    }

    @Test("refuses a file that is no database, and leaves it as it is")
    func foreignFile() async throws {
        try await TemporaryFolder.with { folder in
            let file = URL(fileURLWithPath: folder.appending("items.sqlite").string)
            let letter = Data("Dear reader, this is a letter and no database.".utf8)
            try letter.write(to: file)
            let failure = #expect(throws: PluginFailure.self) { try SQLiteItemStore(plugin: .sample(in: folder)) }
            #expect(failure?.kind == .data)
            #expect(failure?.sentence == "\(file.path) is not a database: it was left as it is")
            #expect(try Data(contentsOf: file) == letter)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == ["items.sqlite"])
        }
    }

    @Test("refuses a damaged database")
    func damagedFile() async throws {
        try await TemporaryFolder.with { folder in
            let file = URL(fileURLWithPath: folder.appending("items.sqlite").string)
            let bytes = Data("SQLite format 3\0".utf8) + Data(repeating: 0xAB, count: 8_176)
            try bytes.write(to: file)
            let failure = #expect(throws: PluginFailure.self) { try SQLiteItemStore(plugin: .sample(in: folder)) }
            #expect(failure?.kind == .data)
            #expect(try Data(contentsOf: file) == bytes)
        }
    }

    @Test("refuses a database of a newer version, and leaves it as it is")
    func newerSchema() async throws {
        try await TemporaryFolder.with { folder in
            let store = try SQLiteItemStore(plugin: .sample(in: folder))
            _ = try await store.add(title: "Tea", count: 3)
            try await store.close()
            let file = folder.appending("items.sqlite").string
            let queue = try DatabaseQueue(path: file)
            try await queue.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('2 colours')")
            }
            try queue.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: file))
            let failure = #expect(throws: PluginFailure.self) { try SQLiteItemStore(plugin: .sample(in: folder)) }
            #expect(failure?.kind == .data)
            #expect(failure?.sentence.contains("newer version, with the migrations '2 colours'") == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        }
    }

    @Test(
        "refuses a change for which there is no room, and goes on when there is",
        .enabled(if: SmallDisk.isPossible, "only root can mount a small file system"))
    func fullDisk() async throws {
        try await SmallDisk.with { folder, makeRoom in
            let store = try SQLiteItemStore(plugin: .sample(in: folder))
            var kept: [Item] = []
            var error: (any Error)?
            while error == nil, kept.count < 1_000 {
                do {
                    kept.append(try await store.add(title: String(repeating: "x", count: 1_000), count: 1))
                } catch let caught {
                    error = caught
                }
            }
            #expect(error as? ItemStoreError == .full)
            #expect(!kept.isEmpty)
            #expect(try await store.page(after: nil, filter: nil, limit: 1_000).items == kept)
            try makeRoom()
            kept.append(try await store.add(title: "Tea", count: 1))
            #expect(try await store.page(after: nil, filter: nil, limit: 1_000).items == kept)
            try await store.close()
        }
    }
}
