import Issues
import Testing
import TrellisHTTPTesting
import TrellisTesting

@Suite("Conformance of Issues", .timeLimit(.minutes(10)))
struct ConformanceTests {
    /// Opens a sign-in, a list of repositories, a list of issues, an issue, and a new issue with a selection of options.
    @Sendable private func openScenes(of plugin: RunningPlugin) async throws {
        let issues = IssuesClient(plugin.caller)
        func open<Reply>(_ replies: ReplySequence<Reply>) async {
            var replies = replies.makeAsyncIterator()
            _ = try? await replies.next()
        }
        await open(issues.repos(owner: "octocat"))
        await open(issues.issues(repository: "octocat/Hello-World"))
        _ = try? await issues.show(repository: "octocat/Hello-World", number: 1)
        _ = try? await issues.new(title: "Too slow", repository: "octocat/Hello-World")
        _ = try? await issues.option(kind: .label, name: "bug")
        await open(IssuesClient(try await plugin.connect()).login())
    }

    @Test("obeys the rules for plugins", arguments: [nil, "gho_octocat"])
    func rules(token: String?) async throws {
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await PluginConformance(
                IssuesPlugin.self, settings: ["baseURL": server.url, "clientId": "Iv1.client"],
                credentials: token.map { ["token": Array($0.utf8)] } ?? [:], calling: openScenes
            ).run()
        }
    }
}
