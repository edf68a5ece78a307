import Items
import Testing
import TrellisTesting

@Suite("Conformance of Items", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test("obeys the rules for plugins")
    func rules() async throws {
        try await PluginConformance(ItemsPlugin.self).run()
    }

    @Test("obeys the rules for plugins with a store in memory", arguments: ["memory", "sample"])
    func memory(store: String) async throws {
        try await PluginConformance(ItemsPlugin.self, settings: ["store": store]).run(starts: 10)
    }
}
