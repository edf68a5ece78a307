import Foundation
import HostInterface
import Items
import Testing
import Trellis
import TrellisTesting

/// Each test runs in process and over a socket, on disk and in memory.
@Suite("Items interface", .timeLimit(.minutes(2)))
struct ItemsServiceTests {
    @Test("adds, returns, updates and deletes items", arguments: ItemsSetting.all)
    func lifeOfAnItem(setting: ItemsSetting) async throws {
        try await setting.withItems { items, _ in
            let added = try await items.add(title: "Tea", count: 3).item
            #expect(added.title == "Tea")
            #expect(added.count == 3)
            #expect(UUID(uuidString: added.id) != nil)
            #expect(added.created == added.modified)
            #expect(try await items.get(id: added.id).item == added)
            let updated = try await items.update(id: added.id, title: nil, count: 2).item
            #expect(updated.title == "Tea")
            #expect(updated.count == 2)
            _ = try await items.delete(id: added.id)
            await #expect(throws: ItemsError.noSuchItem(id: added.id)) { try await items.get(id: added.id) }
        }
    }

    @Test("rejects invalid calls with the errors of the contract", arguments: ItemsSetting.all)
    func errors(setting: ItemsSetting) async throws {
        try await setting.withItems { items, _ in
            let empty = ItemsError.invalidItem(field: "title", reason: "a title must not be empty", index: nil)
            await #expect(throws: empty) {
                try await items.add(title: "", count: 1)
            }
            await #expect(
                throws: ItemsError.invalidItem(
                    field: "count", reason: "expected a count of 0 or more, got -1", index: nil)
            ) {
                try await items.add(title: "Tea", count: -1)
            }
            await #expect(
                throws: ItemsError.invalidItem(
                    field: "title", reason: "expected a title of at most 1024 bytes, got 1025 bytes", index: nil)
            ) {
                try await items.add(title: String(repeating: "x", count: 1_025), count: 1)
            }
            let unknown = "7c8d3c54-0000-4000-8000-000000000000"
            await #expect(throws: ItemsError.noSuchItem(id: unknown)) { try await items.get(id: unknown) }
            await #expect(throws: ItemsError.noSuchItem(id: "tea")) {
                try await items.update(id: "tea", title: nil, count: 1)
            }
            await #expect(throws: ItemsError.noSuchItem(id: unknown)) { try await items.delete(id: unknown) }
            await #expect(throws: ServiceError.invalidParameter(parameter: "limit")) {
                try await collect(items.list(limit: -1))
            }
        }
    }

    @Test("lists one item per reply, and sends one empty reply if there is none", arguments: ItemsSetting.all)
    func listing(setting: ItemsSetting) async throws {
        try await setting.withItems { items, _ in
            #expect(try await collect(items.list()).map(\.item) == [nil])
            var added: [ItemsContract.Item] = []
            for batch in [0..<300, 300..<600] {
                added += try await items.addMany(items: batch.map { .init(title: "Item \($0)", count: $0) }).items
            }
            #expect(try await collect(items.list()).map(\.item) == added)
            #expect(try await collect(items.list(limit: 3)).map(\.item) == Array(added.prefix(3)))
            #expect(try await collect(items.list(limit: 0)).map(\.item) == [nil])
            #expect(try await collect(items.list(filter: "item 59")).map(\.item?.count) == [59] + Array(590..<600))
            #expect(try await collect(items.list(filter: "Item 1", limit: 2)).map(\.item?.count) == [1, 10])
            let after = added[9].id
            #expect(try await collect(items.list(limit: 2, after: after)).map(\.item) == Array(added[10...11]))
            #expect(try await collect(items.list(after: added[599].id)).map(\.item) == [nil])
            for unknown in ["7c8d3c54-0000-4000-8000-000000000000", "tea"] {
                await #expect(throws: ItemsError.noSuchItem(id: unknown)) {
                    try await collect(items.list(after: unknown))
                }
            }
        }
    }

    @Test("requires the flag 'more' for methods with several replies", arguments: ItemsSetting.all)
    func expectingMore(setting: ItemsSetting) async throws {
        try await setting.withItems { _, plugin in
            for method in ["List", "Watch", "Export"] {
                await #expect(throws: ServiceError.expectedMore) {
                    try await plugin.caller.call("io.trellis.Items.\(method)")
                }
            }
        }
    }

    @Test(
        "reports the current items, ready, and every change once and in order",
        arguments: ItemsSetting.all)
    func watching(setting: ItemsSetting) async throws {
        try await setting.withItems { items, plugin in
            let tea = try await items.add(title: "Tea", count: 3).item
            let watcher = ItemsClient(try await plugin.connect())
            var replies = watcher.watch().makeAsyncIterator()
            #expect(try await replies.next() == .init(event: .present, item: tea, revision: nil))
            #expect(try await replies.next() == .init(event: .ready, item: nil, revision: tea.revision))

            let less = try await items.update(id: tea.id, title: nil, count: 2).item
            let rice = try await items.add(title: "Rice", count: 1).item
            _ = try await items.delete(id: tea.id)
            #expect(try await replies.next() == .init(event: .updated, item: less, revision: less.revision))
            #expect(try await replies.next() == .init(event: .added, item: rice, revision: rice.revision))
            let deletion = try #require(try await replies.next())
            let last = try #require(deletion.revision)
            #expect(deletion == .init(event: .deleted, item: less.with(revision: last), revision: last))
            let revisions = [tea.revision, less.revision, rice.revision, last]
            #expect(zip(revisions, revisions.dropFirst()).allSatisfy(<))
        }
    }

    @Test("reports the missed changes to a watch that resumes", arguments: ItemsSetting.all)
    func resuming(setting: ItemsSetting) async throws {
        try await setting.withItems { items, plugin in
            let tea = try await items.add(title: "Tea", count: 3).item
            let rice = try await items.add(title: "Rice", count: 1).item
            var replies = ItemsClient(try await plugin.connect()).watch(since: tea.revision)
                .makeAsyncIterator()
            #expect(try await replies.next() == .init(event: .added, item: rice, revision: rice.revision))
            #expect(try await replies.next() == .init(event: .ready, item: nil, revision: rice.revision))
            _ = try await items.delete(id: tea.id)
            let deletion = try #require(try await replies.next())
            let last = try #require(deletion.revision)
            #expect(deletion == .init(event: .deleted, item: tea.with(revision: last), revision: last))
            for unknown in [last + 1, tea.revision - 1] {
                var other = ItemsClient(try await plugin.connect()).watch(since: unknown).makeAsyncIterator()
                await #expect(throws: ItemsError.historyUnavailable(since: unknown, oldest: 0, newest: last)) {
                    try await other.next()
                }
            }
        }
    }

    @Test("reports the same changes to 16 watches while 8 clients change the list", arguments: ItemsSetting.all)
    func manyWatchers(setting: ItemsSetting) async throws {
        try await setting.withItems { _, plugin in
            let clients = 8
            let changes = 25
            let reported = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<16 {
                    let watcher = ItemsClient(try await plugin.connect())
                    group.addTask {
                        var revisions: [Int] = []
                        for try await reply in watcher.watch(since: 0) {
                            if reply.event != .ready, let revision = reply.revision { revisions.append(revision) }
                            if revisions.count == clients * changes { break }
                        }
                        return revisions
                    }
                }
                for client in 0..<clients {
                    let items = ItemsClient(try await plugin.connect())
                    group.addTask {
                        for change in 0..<changes { _ = try await items.add(title: "Item \(client)", count: change) }
                        return []
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }.filter { !$0.isEmpty }
            }
            #expect(reported.count == 16 && Set(reported).count == 1)
            let revisions = reported.first ?? []
            #expect(revisions.count == clients * changes)
            #expect(zip(revisions, revisions.dropFirst()).allSatisfy(<))
        }
    }

    @Test("ends a watch with an error when the plugin stops")
    func stopping() async throws {
        let outcome = try await withPlugin(ItemsPlugin.self, over: .socket) { plugin in
            var replies = ItemsClient(plugin.caller).watch().makeAsyncIterator()
            let first = try await replies.next()
            #expect(first?.event == .ready)
            let rest = replies
            return Task {
                var replies = rest
                return try await replies.next()
            }
        }
        await #expect(throws: RemoteError(name: "io.trellis.Host.ShuttingDown")) { try await outcome.value }
    }
}

extension ItemsContract.Item {
    /// Returns this item with another revision.
    func with(revision: Int) -> Self {
        var item = self
        item.revision = revision
        return item
    }
}

/// Collects the replies of a stream.
func collect<Reply>(_ replies: ReplySequence<Reply>) async throws -> [Reply] {
    try await replies.reduce(into: []) { $0.append($1) }
}
