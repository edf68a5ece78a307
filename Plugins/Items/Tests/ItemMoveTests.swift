import Etcd
import EtcdTesting
import Foundation
import ItemsEtcd
import SystemPackage
import Testing
import Trellis
import TrellisCluster
import TrellisSQLite

@testable import Items

/// The import of a host's `items.sqlite` into etcd.
@Suite("A move of a local list into etcd", .runsEtcd, .timeLimit(.minutes(2)))
struct ItemMoveTests {
    private static let titles = [
        "Tea", "'; DROP TABLE item; --", "line\nbreak", " spaces ", "\"quoted\" \\ back", "抹茶 🍵", "e\u{301}", "é",
        "\u{202E}abc",
        String(repeating: "ä", count: 512), "%_", "{\"json\":[1]}",
    ]

    /// Creates a list of 1,234 items in a file, of which some were updated and others deleted.
    private func makeList(in folder: FilePath) async throws -> [Item] {
        let clock = AdjustableClock()
        let store = try SQLiteItemStore(plugin: .sample(in: folder), clock: clock.clock)
        for batch in 0..<3 {
            let items = (0..<430).map { NewItem(title: Self.titles[$0 % Self.titles.count], count: batch * 1_000 + $0) }
            _ = try await store.add(items)
            clock.advance(by: 0.123)
        }
        let added = try await store.page(after: nil, filter: nil, limit: 2_000).items
        _ = try await store.delete(added.suffix(1_290 - 1_234).map(\.id))
        for item in added.prefix(20) { _ = try await store.update(item.id, title: "Updated", count: nil) }
        let items = try await store.page(after: nil, filter: nil, limit: 2_000).items
        try await store.close()
        #expect(items.count == 1_234)
        return items
    }

    /// The values of an item that a move keeps.
    private func values(_ item: Item) -> Item {
        var item = item
        item.revision = 0
        return item
    }

    private func file(in folder: FilePath) -> FilePath { folder.appending("items.sqlite") }

    /// Moves the list in a folder.
    @discardableResult
    private func move(
        _ folder: FilePath, to cluster: TestCluster, reporting report: (Int, Int) -> Void = { _, _ in }
    ) async throws -> ItemImportCounts {
        var configuration = cluster.configuration
        configuration.attemptTimeout = .seconds(2)
        let etcd = ClusterEtcd(client: try EtcdClient(configuration), prefix: "/fleet", host: "web1")
        return try await ItemMove(of: .sample(in: folder), to: etcd, store: "etcd").run(reporting: report)
    }

    /// Runs the store of a host of the cluster.
    private func withHost(of cluster: TestCluster, _ body: (EtcdItemStore) async throws -> Void) async throws {
        try await withEtcd(cluster.configuration) { client in
            try await TemporaryFolder.with { folder in
                let store = try EtcdItemStore(
                    client: client, prefix: "/fleet/plugins/items/", plugin: .sample(in: folder), clock: .system,
                    logger: .silent, timeLimit: .seconds(60))
                try await body(store)
                try await store.close()
            }
        }
    }

    @Test("keeps identifiers, times and order, continues after an interruption, and adds nothing when it is repeated")
    func repetition() async throws {
        try await TestCluster.with { cluster in
            try await TemporaryFolder.with { folder in
                let items = try await makeList(in: folder)
                let (bytes, names) = try (contents(of: file(in: folder)), self.names(in: folder))
                let interrupted = Task {
                    try await move(folder, to: cluster) { _, _ in withUnsafeCurrentTask { $0?.cancel() } }
                }
                await #expect(throws: CancellationError.self) { try await interrupted.value }
                let reports = Shared<[Int]>([])
                let rest = try await move(folder, to: cluster) { count, total in
                    #expect(total == 1_234)
                    reports.change { $0.append(count) }
                }
                #expect(rest.kept >= 500 && rest.added + rest.kept == 1_234)
                #expect(reports.value == [500, 1_000, 1_234])
                try await withHost(of: cluster) { host in
                    let moved = try await host.page(after: nil, filter: nil, limit: 2_000).items
                    #expect(moved.map(values) == items.map(values))
                    let revision = try await host.revision()
                    #expect(try await move(folder, to: cluster) == ItemImportCounts(kept: 1_234))
                    #expect(try await host.revision() == revision)
                }
                #expect(try contents(of: file(in: folder)) == bytes)
                #expect(try self.names(in: folder) == names)
            }
        }
    }

    @Test("leaves items that are in etcd already unchanged, and reads a file whose log was not written back")
    func presentItems() async throws {
        try await TestCluster.with { cluster in
            try await TemporaryFolder.with { open in
                try await TemporaryFolder.with { folder in
                    // A copy of the open files is as after a crash: the items are in the log only.
                    let store = try SQLiteItemStore(plugin: .sample(in: open), clock: .system)
                    let items = try await store.add([
                        NewItem(title: "Tea", count: 1), NewItem(title: "Rice", count: 2),
                    ])
                    for name in ["items.sqlite", "items.sqlite-wal"] {
                        try FileManager.default.copyItem(
                            atPath: open.appending(name).string, toPath: folder.appending(name).string)
                    }
                    try await store.close()
                    let (bytes, names) = try (contents(of: file(in: folder)), self.names(in: folder))
                    try await withHost(of: cluster) { host in
                        _ = try await host.importItems(
                            [ItemRecord(id: items[1].id, title: "Bread", count: 7)], replacing: false)
                        #expect(try await move(folder, to: cluster) == ItemImportCounts(added: 1, kept: 1))
                        let list = try await host.page(after: nil, filter: nil, limit: 10).items
                        #expect(list.map(\.title) == ["Bread", "Tea"])
                    }
                    #expect(try contents(of: file(in: folder)) == bytes)
                    #expect(try self.names(in: folder) == names)
                }
            }
        }
    }

    @Test("makes smaller batches for an etcd that accepts only small requests")
    func smallRequests() async throws {
        try await TestCluster.with(options: ["--max-request-bytes", "16384"]) { cluster in
            try await TemporaryFolder.with { folder in
                let items = try await makeList(in: folder)
                #expect(try await move(folder, to: cluster) == ItemImportCounts(added: 1_234))
                try await withHost(of: cluster) { host in
                    let moved = try await host.page(after: nil, filter: nil, limit: 2_000).items
                    #expect(moved.map(values) == items.map(values))
                }
            }
        }
    }

    @Test("rejects a damaged file, and one of a newer version, and leaves them unchanged")
    func damage() async throws {
        try await TestCluster.with { cluster in
            try await TemporaryFolder.with { folder in
                _ = try await makeList(in: folder)
                var damaged = try contents(of: file(in: folder))
                for offset in stride(from: 8_192, to: damaged.count, by: 4_096) { damaged[offset] = 0xFF }
                try await expectFailure(.data, "is damaged", of: damaged, in: folder, cluster)
                try await expectFailure(.data, "is not a SQLite database", of: Data("Tea".utf8), in: folder, cluster)
            }
            try await TemporaryFolder.with { folder in
                var migrator = ItemDatabase.migrator
                migrator.registerMigration("99 of the future") { _ in }
                try await SQLiteDatabase(at: file(in: folder), migrator: migrator).close()
                let bytes = try contents(of: file(in: folder))
                try await expectFailure(.data, "written by a newer version", of: bytes, in: folder, cluster)
            }
        }
    }

    private func expectFailure(
        _ kind: PluginFailure.Kind, _ text: String, of bytes: Data, in folder: FilePath, _ cluster: TestCluster
    ) async throws {
        try bytes.write(to: URL(filePath: file(in: folder).string))
        let failure = await #expect(throws: PluginFailure.self) { try await move(folder, to: cluster) }
        #expect(failure?.kind == kind)
        #expect(failure?.message.contains("\(file(in: folder)) ") == true, "\(failure?.message ?? "")")
        #expect(failure?.message.contains(text) == true, "\(failure?.message ?? "")")
        #expect(failure?.advice?.hasSuffix("run the command again") == true, "\(failure?.advice ?? "")")
        #expect(try contents(of: file(in: folder)) == bytes)
    }

    @Test("reports an etcd that does not respond, and removes its temporary files")
    func unavailability() async throws {
        try await TestCluster.with { cluster in
            try await TemporaryFolder.with { folder in
                _ = try await makeList(in: folder)
                let names = try self.names(in: folder)
                cluster.members[0].stop()
                defer { cluster.members[0].resume() }
                let failure = await #expect(throws: PluginFailure.self) { try await move(folder, to: cluster) }
                #expect(failure?.kind == .unavailable)
                #expect(failure?.message.contains("etcd does not respond") == true, "\(failure?.message ?? "")")
                #expect(failure?.advice?.contains("Run the command again") == true)
                #expect(try self.names(in: folder) == names)
            }
        }
    }

    private func contents(of file: FilePath) throws -> Data { try Data(contentsOf: URL(filePath: file.string)) }

    private func names(in folder: FilePath) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.string))
    }
}
