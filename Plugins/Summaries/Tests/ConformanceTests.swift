import Summaries
import Testing
import TrellisTesting

@Suite("Conformance of Summaries", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test("obeys the rules for plugins")
    func rules() async throws {
        try await PluginConformance(SummariesPlugin.self, settings: ["store": "memory"]).run()
    }
}
