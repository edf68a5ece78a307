import Digest
import Items
import Testing
import TrellisTesting

@Suite("Conformance of Digest", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test("obeys the rules for plugins")
    func rules() async throws {
        try await PluginConformance(
            DigestPlugin.self,
            beside: [PluginRegistration(ItemsPlugin.self), PluginRegistration(MemorySummariesPlugin.self)]
        ).run()
    }
}
