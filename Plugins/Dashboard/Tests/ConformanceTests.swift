import Dashboard
import Testing
import TrellisTesting

@Suite("Conformance of Dashboard", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test("obeys the rules for plugins")
    func rules() async throws {
        try await PluginConformance(DashboardPlugin.self, settings: ["listen": "127.0.0.1:0"]).run()
    }
}
