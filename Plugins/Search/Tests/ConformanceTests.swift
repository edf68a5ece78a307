import Search
import Testing
import TrellisTesting

@Suite("Conformance of Search", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test("obeys the rules for plugins")
    func rules() async throws {
        try await PluginConformance(SearchPlugin.self).run()
    }
}
