import EtcdTesting
import Items
import ItemsEtcd
import Testing
import TrellisCluster
import TrellisTesting

@Suite("Conformance of Items", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Sendable private func openScenes(of plugin: RunningPlugin) async throws {
        for try await _ in ItemsClient(plugin.caller).watch() { return }
    }

    @Test("obeys the rules for plugins")
    func rules() async throws {
        try await PluginConformance(ItemsPlugin.self, calling: openScenes).run()
    }

    @Test("obeys the rules for plugins with a store in memory", arguments: ["memory", "sample"])
    func memory(store: String) async throws {
        try await PluginConformance(ItemsPlugin.self, settings: ["store": store], calling: openScenes)
            .run(starts: 10)
    }

    @Test("obeys the rules for plugins with a store in etcd", .runsEtcd)
    func etcd() async throws {
        try await ItemFleet.with { fleet in
            try await PluginConformance(
                ItemsPlugin.self, settings: ["store": "etcd"],
                root: { root in
                    root.provide(value: ClusterEtcd(client: fleet.client, prefix: "/fleet", host: "web1"))
                    root.provideItemsOnEtcd()
                },
                calling: openScenes
            ).run(starts: 10)
        }
    }
}
