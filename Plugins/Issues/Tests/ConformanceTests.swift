import Issues
import Testing
import TrellisHTTPTesting
import TrellisTesting

@Suite("Conformance of Issues", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test("obeys the rules for plugins", arguments: [nil, "gho_octocat"])
    func rules(token: String?) async throws {
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await PluginConformance(
                IssuesPlugin.self, settings: ["baseURL": server.url, "clientId": "Iv1.client"],
                credentials: token.map { ["token": Array($0.utf8)] } ?? [:]
            ).run()
        }
    }
}
