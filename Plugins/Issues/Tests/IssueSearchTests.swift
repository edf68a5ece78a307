import Foundation
import Issues
import Search
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@Suite("The search for issues", .timeLimit(.minutes(2)))
struct IssueSearchTests {
    /// Runs Issues with a fake GitHub, and Search.
    private func withSearch<Result: Sendable>(
        token: String?, github: FakeGitHub, _ body: (SearchClient, IssuesClient) async throws -> Result
    ) async throws -> Result {
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await withTemporaryFolder { folder in
                let credentials = token.map { ["issues.token": Array($0.utf8)] } ?? [:]
                let environment = HostEnvironment.test(in: folder, credentials: credentials)
                let plugins = [PluginRegistration(IssuesPlugin.self), PluginRegistration(SearchPlugin.self)]
                return try await withPlugins(
                    plugins, settings: ["issues.baseURL": server.url, "search.timeout": "1min"],
                    environment: environment
                ) { try await body(SearchClient($0.caller), IssuesClient($0.caller)) }
            }
        }
    }

    private func found(
        _ text: String, token: String?, github: FakeGitHub
    ) async throws -> [SearchContract.SearchReply] {
        try await withSearch(token: token, github: github) { search, _ async throws in
            try await collect(search.search(text: text))
        }
    }

    @Test("finds issues that involve the signed-in user")
    func signedIn() async throws {
        let github = FakeGitHub()
        let replies = try await found("bug found", token: "gho_octocat", github: github)
        // The last reply is empty.
        #expect(replies.map(\.title) == ["Found a bug", nil])
        #expect(replies.first?.detail == "issue, open, octocat/Hello-World")
        #expect(replies.first?.show == "issues show octocat/Hello-World 1")
        #expect(github.requests.map { $0.query["q"] } == ["bug found is:issue involves:@me"])
    }

    @Test("sends nothing to GitHub without a signed-in account")
    func anonymous() async throws {
        let github = FakeGitHub()
        #expect(try await found("bug", token: nil, github: github).map(\.plugin) == [nil])
        #expect(github.requests.isEmpty)
    }

    @Test("the limit of searches does not concern other requests")
    func limit() async throws {
        let github = FakeGitHub()
        let reset = Int(Date.now.timeIntervalSince1970) + 3_000
        let headers = ["x-ratelimit-resource": "search", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "\(reset)"]
        github.fail("/search/", with: .error(403, "API rate limit exceeded").adding(headers))
        try await withSearch(token: "gho_octocat", github: github) { search, issues async throws in
            for _ in 0..<2 {
                #expect(try await collect(search.search(text: "bug")).map(\.problem) == [.failed, nil])
            }
            // The second search was not sent.
            #expect(github.requests.count == 1)
            #expect(try await issues.show(repository: "octocat/Hello-World", number: 1).issue.number == 1)
        }
    }

    @Test("reports a failure of GitHub as that of the plugin")
    func failure() async throws {
        let github = FakeGitHub()
        github.fail("/search/", with: .error(403, "Forbidden for tests"))
        let replies = try await found("bug", token: "gho_octocat", github: github)
        #expect(replies.map(\.problem) == [.failed, nil])
        #expect(replies.first?.reason == "GitHub rejected the search: Forbidden for tests")
    }

    @Test("an exhausted limit of searches does not limit other requests")
    func searchLimit() async throws {
        let github = FakeGitHub()
        let empty = LoopbackServer.Reply.json(["total_count": 0, "incomplete_results": false, "items": [Any]()])
        github.fail(
            "/search/",
            with: empty.adding([
                "x-ratelimit-remaining": "0", "x-ratelimit-reset": "4000000000", "x-ratelimit-resource": "search",
            ]))
        try await withSearch(token: "gho_octocat", github: github) { search, issues async throws in
            #expect(try await collect(search.search(text: "bug")).map(\.problem) == [nil])
            #expect(try await issues.whoAmI().user.login == "octocat")
        }
    }
}
