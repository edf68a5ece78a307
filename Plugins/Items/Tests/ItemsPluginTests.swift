import Foundation
import HostInterface
import Testing
import Trellis
import TrellisHost
import TrellisTesting

@testable import Items

@Suite("Items plugin", .timeLimit(.minutes(2)))
struct ItemsPluginTests {
    @Test("keeps items on disk across restarts by default")
    func durability() async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let tea = try await withPlugin(ItemsPlugin.self, environment: environment) {
                try await ItemsClient($0.caller).add(title: "Tea", count: 3).item
            }
            let found = try await withPlugin(ItemsPlugin.self, environment: environment) {
                try await ItemsClient($0.caller).get(id: tea.id).item
            }
            #expect(found == tea)
        }
    }

    @Test("reports the missed changes to a watch that resumes after a restart")
    func resuming() async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let (tea, rice) = try await withPlugin(ItemsPlugin.self, environment: environment) { plugin in
                let items = ItemsClient(plugin.caller)
                return (
                    try await items.add(title: "Tea", count: 3).item, try await items.add(title: "Rice", count: 1).item
                )
            }
            try await withPlugin(ItemsPlugin.self, environment: environment) { plugin in
                let items = ItemsClient(plugin.caller)
                _ = try await items.delete(id: tea.id, expectedRevision: tea.revision)
                var replies = ItemsClient(try await plugin.connect()).watch(since: tea.revision).makeAsyncIterator()
                #expect(try await replies.next() == .init(event: .added, item: rice, revision: rice.revision))
                let deletion = try #require(try await replies.next())
                let last = try #require(deletion.revision)
                #expect(deletion == .init(event: .deleted, item: tea.with(revision: last), revision: last))
                #expect(try await replies.next() == .init(event: .ready, item: nil, revision: last))
            }
        }
    }

    @Test("a store of samples begins with the sample items, which can be changed")
    func samples() async throws {
        try await withPlugin(ItemsPlugin.self, settings: ["store": "sample"]) { plugin in
            let items = ItemsClient(plugin.caller)
            let list = try await items.list().reduce(into: []) { $0.append($1.item) }.compactMap(\.self)
            #expect(list.map(\.title) == SampleItems.all.map(\.title))
            #expect(list.map(\.count) == SampleItems.all.map(\.count))
            #expect(zip(list, list.dropFirst()).allSatisfy { $0.revision < $1.revision })
            #expect(try await items.deleteMany(ids: list.map(\.id)).deleted == list.count)
        }
    }

    @Test("loses the items of a store in memory when the plugin stops")
    func memory() async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            for _ in 0..<2 {
                try await withPlugin(ItemsPlugin.self, settings: ["store": "memory"], environment: environment) {
                    plugin in
                    let items = ItemsClient(plugin.caller)
                    let count = try await items.list().reduce(into: 0) { $0 += $1.item == nil ? 0 : 1 }
                    #expect(count == 0)
                    _ = try await items.add(title: "Tea", count: 1)
                    #expect(try FileManager.default.contentsOfDirectory(atPath: plugin.directories.state.string) == [])
                }
            }
        }
    }

    @Test("injects an overriding store into all dependents")
    func override() async throws {
        let store = MemoryItemStore(clock: .system)
        let tea = try await store.add(title: "Tea", count: 1)
        try await withPlugin(
            ItemsPlugin.self, adjusting: { $0.override((any ItemStore).self, value: store) }
        ) { plugin in
            let found = try await ItemsClient(plugin.caller).get(id: tea.id.uuidString).item
            #expect(found.title == "Tea")
            var replies = ItemsClient(try await plugin.connect()).watch().makeAsyncIterator()
            let listed = try await replies.next()?.item
            #expect(listed == found)
            let copied = try await collect(ItemsClient(plugin.caller).export()).map(\.item)
            #expect(copied == [found])
            #expect(await plugin.status().state == .running)
            #expect(try FileManager.default.contentsOfDirectory(atPath: plugin.directories.state.string) == [])
        }
    }

    @Test("prunes changes past the 'history' period when the plugin starts")
    func compaction() async throws {
        try await withTemporaryFolder { folder in
            let clock = AdjustableClock()
            let environment = HostEnvironment.test(in: folder, clock: clock.clock)
            let settings = ["history": "1h"]
            let tea = try await withPlugin(ItemsPlugin.self, settings: settings, environment: environment) {
                try await ItemsClient($0.caller).add(title: "Tea", count: 1).item
            }
            clock.advance(by: 3_601)
            try await withPlugin(ItemsPlugin.self, settings: settings, environment: environment) { plugin in
                // The job runs concurrently with calls; only its pruning causes this error.
                let items = ItemsClient(plugin.caller)
                var error: (any Error)?
                while error == nil {
                    var replies = ItemsClient(try await plugin.connect()).watch(since: 0).makeAsyncIterator()
                    do { _ = try await replies.next() } catch let caught { error = caught }
                }
                let unavailable = ItemsError.historyUnavailable(
                    since: 0, oldest: tea.revision, newest: tea.revision)
                #expect(error as? ItemsError == unavailable)
                let count = try await items.list(filter: "Tea").reduce(into: 0) { count, _ in count += 1 }
                #expect(count == 1)
            }
        }
    }

    @Test("rejects a file that is not a database when the plugin starts")
    func rejection() async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let state = folder.appending("state").appending("items")
            try FileManager.default.createDirectory(atPath: state.string, withIntermediateDirectories: true)
            let letter = Data("Dear reader, this is a letter and no database.".utf8)
            try letter.write(to: URL(fileURLWithPath: state.appending("items.sqlite").string))
            let failure = await #expect(throws: HostFailure.self) {
                try await withPlugin(ItemsPlugin.self, environment: environment) { _ in }
            }
            #expect(failure?.message.hasPrefix("the plugin items cannot start: ") == true)
            #expect(failure?.message.contains("is not a SQLite database; it was left unchanged") == true)
            #expect(failure?.advice != nil)
        }
    }

    @Test("the plugin is degraded while the store fails, from the first failed check on")
    func health() async throws {
        try await withTemporaryFolder { folder in
            let clock = AdjustableClock()
            try await withPlugin(
                ItemsPlugin.self, settings: ["store": "memory"], environment: .test(in: folder, clock: clock.clock),
                adjusting: { $0.override((any ItemMaintenance).self, value: BrokenStorage()) }
            ) { plugin in
                clock.advance(by: 60)
                let found = await plugin.status()
                #expect(found.state == .degraded)
                #expect(found.reason == "item store: the disk failed")
                #expect(Date(rfc3339: found.since) == clock.clock.now())
                clock.advance(by: 60)
                let later = await plugin.status()
                #expect(later.since == found.since)
            }
        }
    }

    @Test("requires the role 'operate' for changes and 'read' otherwise")
    func roles() throws {
        let interface = try InterfaceDescription(parsing: ItemsContract.contract.description)
        let methods = try interface.methods.map { ($0.name, try Role(requiredBy: $0)) }
        let changing = methods.filter { $0.1 == .operate }.map(\.0)
        let reading = methods.filter { $0.1 == .read }.map(\.0)
        #expect(changing == ["Add", "AddMany", "Update", "Delete", "DeleteMany", "Import"])
        #expect(reading == ["Get", "List", "Watch", "Export"])
        #expect(changing.count + reading.count == methods.count)
    }

    @Test("has a default for every key, and rejects values out of range")
    func configuration() throws {
        #expect(ItemsConfiguration.standard.store == .sqlite)
        #expect(ItemsConfiguration.standard.history == .seconds(604_800))
        #expect(ItemsConfiguration.standard.timeoutExport == .seconds(600))
        let error = #expect(throws: ConfigurationError.self) {
            try LoadedConfiguration(
                path: nil,
                options: [
                    "plugins.items.store=paper", "plugins.items.history=0", "plugins.items.timeoutExport=0",
                ],
                registrations: [PluginRegistration(ItemsPlugin.self)])
        }
        let keys = ["store", "history", "timeoutExport"]
        #expect(error?.diagnostics.map(\.path) == keys.map { ["plugins", "items", $0] })
    }
}

/// A store whose storage fails.
private struct BrokenStorage: ItemMaintenance {
    struct DiskFailure: Error, CustomStringConvertible {
        var description: String { "the disk failed" }
    }

    func pruneChanges(before time: Date) async throws -> Int { 0 }
    func verify() async throws { throw DiskFailure() }
    func checkIntegrity() async throws {}
}
