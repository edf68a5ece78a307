import Issues
import Search
import Testing
import Trellis
import TrellisTesting

/// Tests of `source: sample`.
@Suite("The sample account", .timeLimit(.minutes(2)))
struct SampleTests {
    /// Runs the plugin with the sample account.
    private func withSample(
        credentials: [String: [UInt8]] = [:], _ body: (IssuesClient, RunningPlugin) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(
                in: folder, clock: ManualClock().clock, credentials: credentials)
            try await withPlugin(IssuesPlugin.self, settings: IssuesPlugin.demo, environment: environment) { plugin in
                try await body(IssuesClient(try await plugin.connect()), plugin)
            }
        }
    }

    @Test("is signed in without a token, and a sign-in and a sign-out are rejected")
    func account() async throws {
        // A credential does not change the account, and is not examined.
        try await withSample(credentials: ["issues.token": [0]]) { issues, plugin async throws in
            let reply = try await issues.whoAmI()
            #expect(reply.user.login == "juniper")
            #expect(reply.source == .sample)
            await #expect(throws: IssuesError.sampleAccount) { try await collect(issues.login()) }
            await #expect(throws: IssuesError.sampleAccount) { try await issues.logout() }
            #expect(await plugin.status().state == .running)
        }
    }

    @Test("lists repositories, and issues by state, label, milestone and assignee")
    func listings() async throws {
        try await withSample { issues, _ async throws in
            let repos = try await collect(issues.repos()).compactMap(\.repository)
            #expect(repos.map(\.name) == ["juniper/garden-notes", "juniper/ledger", "juniper/tea-timer"])
            #expect(repos.map(\.open) == [1, 0, 3])
            #expect(try await collect(issues.repos(owner: "juniper")).count == 2)
            func numbers(
                _ state: IssuesContract.StateFilter? = nil, labels: [String]? = nil, milestone: String? = nil,
                assignee: String? = nil
            ) async throws -> [Int] {
                try await collect(
                    issues.issues(
                        repository: "tea-timer", state: state, labels: labels, milestone: milestone, assignee: assignee)
                ).compactMap(\.issue?.number)
            }
            #expect(try await numbers() == [2, 1])
            #expect(try await numbers(.all) == [3, 2, 1])
            #expect(try await numbers(.closed) == [3])
            #expect(try await numbers(labels: ["BUG"]) == [1])
            #expect(try await numbers(milestone: "1.1") == [1])
            #expect(try await numbers(milestone: "none") == [2])
            #expect(try await numbers(assignee: "juniper") == [1])
            #expect(try await numbers(assignee: "none") == [2])
        }
    }

    @Test("creates, comments on, closes and reopens issues in memory")
    func changes() async throws {
        try await withSample { issues, _ async throws in
            let created = try await issues.create(
                repository: "juniper/tea-timer", title: "Louder", labels: ["bug"], milestone: "1.1",
                assignees: ["rowan"])
            #expect(created.issue.number == 5)
            #expect(created.dropped.isEmpty)
            #expect(created.issue.created == "2027-01-15T08:00:00Z")
            let comment = try await issues.comment(body: "Yes.")
            #expect(comment.url == "https://github.example/juniper/tea-timer/issues/5#issuecomment-1")
            #expect(try await issues.show(number: 5).issue.comments == 1)
            #expect(try await issues.close().issue.state == .closed)
            #expect(try await issues.reopen().issue.closed == nil)
            await #expect(throws: IssuesError.notFound(what: "the issue 9 of juniper/tea-timer")) {
                try await issues.show(number: 9)
            }
            await #expect(throws: IssuesError.notFound(what: "the repository juniper/none")) {
                try await collect(issues.issues(repository: "juniper/none"))
            }
        }
    }

    @Test("is searched by Search")
    func search() async throws {
        let plugins = [PluginRegistration(IssuesPlugin.self), PluginRegistration(SearchPlugin.self)]
        try await withPlugins(plugins, settings: ["issues.source": "sample"]) { plugins async throws in
            let replies = try await collect(SearchClient(plugins.caller).search(text: "Light theme"))
            // The last reply is empty.
            #expect(replies.map(\.show) == ["issues show juniper/tea-timer 2", nil])
        }
    }
}
