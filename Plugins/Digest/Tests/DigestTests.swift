import Digest
import Etcd
import Items
import Search
import Summaries
import Testing
import TrellisCluster
import TrellisTesting

@Suite("Digest", .timeLimit(.minutes(2)))
struct DigestTests {
    private static let plugins = [
        PluginRegistration(DigestPlugin.self), PluginRegistration(ItemsPlugin.self),
        PluginRegistration(SearchPlugin.self), PluginRegistration(SummariesPlugin.self),
    ]

    /// Runs the plugins without a cluster while a body runs.
    private func withDigest(
        _ settings: [String: String] = [:], at time: ManualClock,
        _ body: (ItemsClient, DigestClient, RunningPlugins) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let settings = ["items.store": "memory", "summaries.store": "memory"].merging(settings) { $1 }
            try await withPlugins(
                Self.plugins, settings: settings, environment: .test(in: folder, clock: time.clock)
            ) { plugins in
                try await body(ItemsClient(plugins.caller), DigestClient(plugins.caller), plugins)
            }
        }
    }

    @Test("counts the items and the changes since the summary before")
    func counting() async throws {
        let time = ManualClock()
        try await withDigest(["digest.interval": "7min"], at: time) { items, digest, _ in
            try await time.sleeper(for: .seconds(420))
            let first = try await digest.show().summary
            #expect((first.number, first.items, first.total, first.revision) == (1, 0, 0, 0))
            #expect(first.changes == nil && first.host == nil)
            let tea = try await items.add(title: "Tea", count: 3).item
            let rice = try await items.add(title: "Rice", count: 4).item
            _ = try await items.delete(id: rice.id)
            let last = try await items.update(id: tea.id, count: 5).item
            try await time.passNext(.seconds(420))
            try await time.sleeper(for: .seconds(420))
            let second = try await digest.show().summary
            #expect((second.number, second.items, second.total) == (2, 1, 5))
            #expect(second.revision == last.revision)
            #expect(second.changes == .init(added: 2, updated: 1, deleted: 1))
        }
    }

    @Test("counts all items of a long list")
    func longList() async throws {
        let time = ManualClock()
        try await withDigest(["digest.interval": "7min"], at: time) { items, digest, _ in
            try await time.sleeper(for: .seconds(420))
            let batch = (1...500).map { ItemsContract.NewItem(title: "Item \($0)", count: 2) }
            _ = try await items.addMany(items: batch)
            try await time.passNext(.seconds(420))
            try await time.sleeper(for: .seconds(420))
            let summary = try await digest.show().summary
            #expect((summary.items, summary.total) == (500, 1_000))
            #expect(summary.changes == .init(added: 500, updated: 0, deleted: 0))
        }
    }

    @Test("a total beyond the largest integer is the largest integer")
    func largestTotal() async throws {
        let time = ManualClock()
        try await withDigest(["digest.interval": "7min"], at: time) { items, digest, _ in
            try await time.sleeper(for: .seconds(420))
            _ = try await items.addMany(items: [.max, 1, .max].map { .init(title: "Item", count: $0) })
            try await time.passNext(.seconds(420))
            try await time.sleeper(for: .seconds(420))
            let summary = try await digest.show().summary
            #expect((summary.items, summary.total) == (3, .max))
        }
    }

    @Test("keeps the rhythm after a restart, and as many summaries as configured")
    func rhythm() async throws {
        let time = ManualClock()
        try await withDigest(["digest.interval": "7min", "digest.keep": "2"], at: time) { _, digest, plugins in
            try await time.sleeper(for: .seconds(420))
            time.advance(by: .seconds(60))
            try await plugins.stop("digest")
            try await plugins.start("digest")
            try await time.sleeper(for: .seconds(360))
            #expect(try await digest.show().summary.number == 1)
            try await time.passNext(.seconds(360))
            for _ in 1...2 { try await time.passNext(.seconds(420)) }
            try await time.sleeper(for: .seconds(420))
            var numbers: [Int?] = []
            for try await reply in digest.history() { numbers.append(reply.summary?.number) }
            #expect(numbers == [4, 3])
        }
    }

    @Test("continues after one interval when the clock that wrote the newest summary was ahead")
    func futureSummary() async throws {
        let time = ManualClock()
        try await withDigest(["digest.interval": "7min"], at: time) { _, digest, plugins in
            try await time.sleeper(for: .seconds(420))
            try await plugins.stop("digest")
            time.advance(by: .seconds(-365 * 86_400))
            try await plugins.start("digest")
            try await time.sleeper(for: .seconds(420))
            #expect(try await digest.show().summary.number == 1)
            try await time.passNext(.seconds(420))
            try await time.sleeper(for: .seconds(420))
            #expect(try await digest.show().summary.number == 2)
        }
    }

    @Test("does not start on every host of a cluster")
    func everywhere() async throws {
        let client = try EtcdClient(EtcdConfiguration(endpoints: [EtcdEndpoint(host: "127.0.0.1", port: 1)]))
        let access = ClusterEtcd(client: client, prefix: "/trellis", host: "web1")
        let failure = await #expect(throws: HostFailure.self) {
            try await withPlugins(
                Self.plugins, settings: ["items.store": "memory"], root: { $0.provide(value: access) }
            ) { _ in }
        }
        #expect("\(try #require(failure))".contains("Set plugins.digest.placement: single on every host"))
    }
}
