import Foundation
import Items
import Testing
import Trellis
import TrellisTesting

/// Each test runs in process and over a socket, on disk and in memory.
@Suite("Items interface: batches and conditional changes", .timeLimit(.minutes(2)))
struct ItemsServiceBatchTests {
    @Test("adds a batch atomically", arguments: ItemsSetting.all)
    func addingMany(setting: ItemsSetting) async throws {
        try await setting.withItems { items, _ in
            let new = (0..<500).map { ItemsContract.NewItem(title: "Item \($0)", count: $0) }
            let added = try await items.addMany(items: new).items
            #expect(added.map(\.title) == new.map(\.title))
            #expect(try await collect(items.list()).map(\.item) == added)
            #expect(try await items.addMany(items: []).items == [])
            await #expect(
                throws: ItemsError.invalidItem(field: "title", reason: "a title must not be empty", index: 1)
            ) {
                try await items.addMany(items: [.init(title: "Tea", count: 1), .init(title: "", count: 1)])
            }
            await #expect(throws: ItemsError.tooManyItems(count: 501, limit: 500)) {
                try await items.addMany(items: new + [.init(title: "Tea", count: 1)])
            }
            #expect(try await collect(items.list()).count == 500)
        }
    }

    @Test("deletes a batch atomically, and a watch reports each deletion", arguments: ItemsSetting.all)
    func deletingMany(setting: ItemsSetting) async throws {
        try await setting.withItems { items, _ in
            let added = try await items.addMany(items: (0..<3).map { .init(title: "Item \($0)", count: 0) }).items
            let unknown = "7c8d3c54-0000-4000-8000-000000000001"
            await #expect(throws: ItemsError.noSuchItem(id: unknown)) {
                try await items.deleteMany(ids: [added[0].id, unknown])
            }
            await #expect(throws: ItemsError.noSuchItem(id: "tea")) { try await items.deleteMany(ids: ["tea"]) }
            #expect(try await collect(items.list()).count == 3)
            #expect(try await items.deleteMany(ids: [added[2].id, added[0].id]).deleted == 2)
            #expect(try await collect(items.list()).map(\.item) == [added[1]])
            var events: [String] = []
            for try await reply in items.watch(since: added[2].revision) {
                events.append("\(reply.event.rawValue) \(reply.item?.title ?? "-")")
                if reply.event == .ready { break }
            }
            #expect(events == ["deleted Item 2", "deleted Item 0", "ready -"])
        }
    }

    @Test("accepts a batch of the longest titles in a message of the default size")
    func largestBatch() async throws {
        try await ItemsSetting(transport: .socket, store: .memory).withItems { items, _ in
            let new = ItemsContract.NewItem(title: String(repeating: "x", count: 1_024), count: .max)
            #expect(try await items.addMany(items: Array(repeating: new, count: 500)).items.count == 500)
            let copies = try await collect(items.export()).compactMap(\.item)
            let counts = try await items.import(items: copies.map(ItemsContract.ItemRecord.init), replace: true)
            #expect(counts == .init(added: 0, replaced: 0, kept: 500))
        }
    }

    @Test("updates and deletes conditionally, and reports conflicts", arguments: ItemsSetting.all)
    func conditions(setting: ItemsSetting) async throws {
        try await setting.withItems { items, _ in
            let tea = try await items.add(title: "Tea", count: 3).item
            let old = tea.revision
            let less = try await items.update(id: tea.id, title: nil, count: 2, expectedRevision: old).item
            #expect(less.revision > old)
            let conflict = ItemsError.conflict(id: tea.id, expected: old, actual: less.revision)
            await #expect(throws: conflict) {
                try await items.update(id: tea.id, title: nil, count: 1, expectedRevision: old)
            }
            await #expect(throws: conflict) { try await items.delete(id: tea.id, expectedRevision: old) }
            #expect(try await items.get(id: tea.id).item == less)
            _ = try await items.delete(id: tea.id, expectedRevision: less.revision)
            await #expect(throws: ItemsError.noSuchItem(id: tea.id)) {
                try await items.delete(id: tea.id, expectedRevision: less.revision)
            }
        }
    }

    @Test("applies every increment of 16 clients that use conditional updates", arguments: ItemsSetting.all)
    func counting(setting: ItemsSetting) async throws {
        try await setting.withItems { items, plugin in
            let id = try await items.add(title: "Visits", count: 0).item.id
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    let client = ItemsClient(try await plugin.connect())
                    group.addTask {
                        for _ in 0..<5 { try await countOne(id, by: client) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await items.get(id: id).item.count == 80)
        }
    }

    private func countOne(_ id: String, by client: ItemsClient) async throws {
        while true {
            let item = try await client.get(id: id).item
            do {
                _ = try await client.update(
                    id: id, title: nil, count: item.count + 1, expectedRevision: item.revision)
                return
            } catch ItemsError.conflict {
                continue
            }
        }
    }

    @Test("exports items that another list imports unchanged", arguments: ItemsSetting.all)
    func copying(setting: ItemsSetting) async throws {
        let clock = AdjustableClock()
        let exported = try await withTemporaryFolder { folder in
            try await setting.withItems(environment: .test(in: folder, clock: clock.clock)) { items, _ in
                for number in 0..<5 {
                    clock.advance(by: 0.123)
                    let new = (0..<500).map { ItemsContract.NewItem(title: "Item \(number) \($0)", count: $0) }
                    let added = try await items.addMany(items: new).items
                    clock.advance(by: 0.4567)
                    _ = try await items.update(id: added[7].id, title: "Changed", count: nil)
                }
                let list = try await collect(items.list()).compactMap(\.item)
                let replies = try await collect(items.export())
                #expect(replies.map(\.item) == list)
                return list
            }
        }
        try await setting.withItems { items, _ in
            let records = exported.map(ItemsContract.ItemRecord.init)
            for start in stride(from: 0, to: records.count, by: 500) {
                let counts = try await items.import(items: Array(records[start..<(start + 500)]))
                #expect(counts == .init(added: 500, replaced: 0, kept: 0))
            }
            let imported = try await collect(items.list()).compactMap(\.item)
            #expect(imported.map { $0.with(revision: 0) } == exported.map { $0.with(revision: 0) })
            #expect(zip(imported, imported.dropFirst()).allSatisfy { $0.revision < $1.revision })
            // The import is repeated, as after an interruption.
            #expect(
                try await items.import(items: Array(records.prefix(500))) == .init(added: 0, replaced: 0, kept: 500))
        }
    }

    @Test("exports an empty list as one empty reply", arguments: ItemsSetting.all)
    func exportingNothing(setting: ItemsSetting) async throws {
        try await setting.withItems { items, _ in
            let replies = try await collect(items.export())
            #expect(replies == [.init(item: nil)])
        }
    }

    @Test("imports hand-written items, and reports invalid ones", arguments: ItemsSetting.all)
    func importing(setting: ItemsSetting) async throws {
        try await setting.withItems { items, _ in
            let id = "7C8D3C54-0000-4000-8000-000000000000"
            let records = [
                ItemsContract.ItemRecord(
                    id: id, title: "Tea", count: 1, created: "2026-01-31T11:00:00+02:00",
                    modified: "2026-02-01T09:00:00.5Z", revision: 17),
                ItemsContract.ItemRecord(
                    id: nil, title: "Rice", count: 2, created: nil, modified: nil, revision: nil),
            ]
            #expect(try await items.import(items: records) == .init(added: 2, replaced: 0, kept: 0))
            let tea = try await items.get(id: id).item
            #expect(tea.id == id.lowercased())
            #expect(tea.created == "2026-01-31T09:00:00.000Z")
            #expect(tea.modified == "2026-02-01T09:00:00.500Z")
            #expect(tea.revision != 17)
            var changed = records
            changed[0].title = "Coffee"
            #expect(try await items.import(items: [changed[0]]) == .init(added: 0, replaced: 0, kept: 1))
            #expect(try await items.import(items: [changed[0]], replace: true) == .init(added: 0, replaced: 1, kept: 0))
            #expect(try await items.get(id: id).item.title == "Coffee")

            func isInvalid(_ field: String, _ change: (inout ItemsContract.ItemRecord) -> Void) async {
                var records = records
                change(&records[1])
                await #expect {
                    try await items.import(items: records)
                } throws: { error in
                    if case .invalidItem(field, _, index: 1) = error as? ItemsError { true } else { false }
                }
            }
            await isInvalid("title") { $0.title = "" }
            await isInvalid("count") { $0.count = -1 }
            await isInvalid("id") { $0.id = "tea" }
            await isInvalid("created") { $0.created = "yesterday" }
            await isInvalid("created") { $0.created = "2026-02-29T09:00:00Z" }
            await isInvalid("modified") { $0.modified = "2026-02-01T09:00:00" }
            #expect(try await collect(items.list()).count == 2)
        }
    }

    @Test("ends an export whose client does not read", arguments: Transport.allCases)
    func exportTimeLimit(transport: Transport) async throws {
        let (start, continuation) = AsyncStream.makeStream(of: Void.self)
        // The timeout of the export fires once the client has received the first item; other sleeps are real.
        let clock = WallClock(
            now: { Date() },
            sleep: { duration in
                if duration == .seconds(600) {
                    for await _ in start {}
                } else {
                    try await WallClock.system.sleep(duration)
                }
            })
        try await withTemporaryFolder { folder in
            let setting = ItemsSetting(transport: transport, store: .sqlite)
            try await setting.withItems(environment: .test(in: folder, clock: clock)) { items, _ in
                let new = ItemsContract.NewItem(title: String(repeating: "x", count: 1_000), count: 1)
                for _ in 0..<8 { _ = try await items.addMany(items: Array(repeating: new, count: 500)) }
                var replies = items.export().makeAsyncIterator()
                #expect(try await replies.next()?.item != nil)
                continuation.finish()
                await #expect(throws: ItemsError.exportTimedOut(seconds: 600)) {
                    var count = 1
                    while try await replies.next() != nil { count += 1 }
                    #expect(count < 4_000)
                }
            }
        }
    }
}

extension ItemsContract.ItemRecord {
    /// Creates the record of an exported item.
    init(_ item: ItemsContract.Item) {
        self.init(
            id: item.id, title: item.title, count: item.count, created: item.created, modified: item.modified,
            revision: item.revision)
    }
}
