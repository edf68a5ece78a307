import Items
import Testing
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
}
