import Foundation
import HostInterface
import Items
import Testing
import Trellis
import TrellisTesting

/// What a client sees: each body runs within the process and over a real socket, on disk and in memory.
@Suite("The commands of Items")
struct ItemsCommandsTests {
    /// A way to run a body.
    struct Setting: Sendable, CustomTestStringConvertible {
        var transport: Transport
        var store: StoreKind

        var testDescription: String { "\(store) over \(transport)" }

        static let all = Transport.allCases.flatMap { transport in
            StoreKind.allCases.map { Setting(transport: transport, store: $0) }
        }

        func withItems(_ body: (ItemsClient, RunningPlugin) async throws -> Void) async throws {
            try await withPlugin(ItemsPlugin.self, settings: ["store": store.rawValue], over: transport) { plugin in
                try await body(ItemsClient(plugin.caller), plugin)
            }
        }
    }

    @Test("add, get, update and delete items", arguments: Setting.all)
    func lifeOfAnItem(setting: Setting) async throws {
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

    @Test("answer what can't be with the errors of the contract", arguments: Setting.all)
    func errors(setting: Setting) async throws {
        try await setting.withItems { items, _ in
            await #expect(throws: ItemsError.invalidItem(field: "title", reason: "a title can't be empty")) {
                try await items.add(title: "", count: 1)
            }
            await #expect(
                throws: ItemsError.invalidItem(field: "count", reason: "a count can't be negative, and this is -1")
            ) {
                try await items.add(title: "Tea", count: -1)
            }
            await #expect(
                throws: ItemsError.invalidItem(
                    field: "title", reason: "a title has at most 1024 bytes, and this one has 1025")
            ) {
                try await items.add(title: String(repeating: "x", count: 1_025), count: 1)
            }
            let nobody = "7c8d3c54-0000-4000-8000-000000000000"
            await #expect(throws: ItemsError.noSuchItem(id: nobody)) { try await items.get(id: nobody) }
            await #expect(throws: ItemsError.noSuchItem(id: "tea")) {
                try await items.update(id: "tea", title: nil, count: 1)
            }
            await #expect(throws: ItemsError.noSuchItem(id: nobody)) { try await items.delete(id: nobody) }
            await #expect(throws: ServiceError.invalidParameter(parameter: "limit")) {
                try await collect(items.list(limit: -1))
            }
        }
    }

    @Test("list one item a reply, and send one without an item when there is none", arguments: Setting.all)
    func listing(setting: Setting) async throws {
        try await setting.withItems { items, _ in
            #expect(try await collect(items.list()).map(\.item) == [nil])
            var added: [ItemsContract.Item] = []
            for number in 0..<600 { added.append(try await items.add(title: "Item \(number)", count: number).item) }
            #expect(try await collect(items.list()).map(\.item) == added)
            #expect(try await collect(items.list(limit: 3)).map(\.item) == Array(added.prefix(3)))
            #expect(try await collect(items.list(limit: 0)).map(\.item) == [nil])
            #expect(try await collect(items.list(filter: "item 59")).map(\.item?.count) == [59] + Array(590..<600))
            #expect(try await collect(items.list(filter: "Item 1", limit: 2)).map(\.item?.count) == [1, 10])
        }
    }

    @Test("require the flag 'more' where there are several replies", arguments: Setting.all)
    func expectingMore(setting: Setting) async throws {
        try await setting.withItems { _, plugin in
            for method in ["List", "Watch"] {
                await #expect(throws: ServiceError.expectedMore) {
                    try await plugin.caller.call("io.trellis.Items.\(method)")
                }
            }
        }
    }

    @Test("tell a watcher what there is, that it listens, and every change once and in order", arguments: Setting.all)
    func watching(setting: Setting) async throws {
        try await setting.withItems { items, plugin in
            let tea = try await items.add(title: "Tea", count: 3).item
            let watcher = ItemsClient(try await plugin.connect())
            var replies = watcher.watch().makeAsyncIterator()
            #expect(try await replies.next() == .init(event: .present, item: tea, revision: nil))
            #expect(try await replies.next() == .init(event: .ready, item: nil, revision: 1))

            let less = try await items.update(id: tea.id, title: nil, count: 2).item
            let rice = try await items.add(title: "Rice", count: 1).item
            _ = try await items.delete(id: tea.id)
            #expect(try await replies.next() == .init(event: .updated, item: less, revision: 2))
            #expect(try await replies.next() == .init(event: .added, item: rice, revision: 3))
            #expect(try await replies.next() == .init(event: .deleted, item: less, revision: 4))
        }
    }

    @Test("tell a watcher that comes back what it missed", arguments: Setting.all)
    func resuming(setting: Setting) async throws {
        try await setting.withItems { items, plugin in
            let tea = try await items.add(title: "Tea", count: 3).item
            let rice = try await items.add(title: "Rice", count: 1).item
            var replies = ItemsClient(try await plugin.connect()).watch(since: 1).makeAsyncIterator()
            #expect(try await replies.next() == .init(event: .added, item: rice, revision: 2))
            #expect(try await replies.next() == .init(event: .ready, item: nil, revision: 2))
            _ = try await items.delete(id: tea.id)
            #expect(try await replies.next() == .init(event: .deleted, item: tea, revision: 3))

            var future = ItemsClient(try await plugin.connect()).watch(since: 100).makeAsyncIterator()
            await #expect(throws: ItemsError.historyUnavailable(since: 100, oldest: 0, newest: 3)) {
                try await future.next()
            }
        }
    }

    @Test("tell 16 watchers the same while 8 clients change the list at once", arguments: Setting.all)
    func manyWatchers(setting: Setting) async throws {
        try await setting.withItems { _, plugin in
            let clients = 8
            let changes = 25
            let told = try await withThrowingTaskGroup(of: [Int].self) { group in
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
            #expect(told == Array(repeating: Array(1...(clients * changes)), count: 16))
        }
    }

    @Test("end a watch with a word when the plugin stops")
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

/// Every reply of a stream.
private func collect<Reply>(_ replies: ReplySequence<Reply>) async throws -> [Reply] {
    try await replies.reduce(into: []) { $0.append($1) }
}
