import Foundation
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// Each test runs in process and over a socket.
@Suite("IssuesInterface", .timeLimit(.minutes(2)))
struct IssuesServiceTests {
    @Test("signs in, shows the account, and signs out", arguments: IssuesFixture.transports)
    func lifeOfASignIn(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            let issues = fixture.issues
            await #expect(throws: IssuesError.self) { try await issues.whoAmI() }
            var replies = IssuesClient(try await fixture.plugin.connect()).login().makeAsyncIterator()
            let first = try #require(try await replies.next())
            #expect(first.step == .code)
            #expect(first.code == "WDJB-MJHT")
            #expect(first.url == "https://github.com/login/device")
            #expect(first.expires == "2027-01-15T08:15:00Z")
            fixture.github.change { $0.consent = .approved }
            try await fixture.clock.passNext(.seconds(5))
            let last = try #require(try await replies.next())
            #expect(last.step == .done)
            #expect(last.user == .init(login: "octocat", name: "The Octocat", url: "https://github.com/octocat"))
            #expect(try await replies.next() == nil)

            let reply = try await issues.whoAmI()
            #expect(reply.user.login == "octocat")
            #expect(reply.source == .file)
            #expect(reply.age == nil)
            _ = try await issues.logout()
            await #expect { try await issues.whoAmI() } throws: { Self.isNotSignedIn($0) }
            await #expect { try await issues.logout() } throws: { Self.isNotSignedIn($0) }
        }
    }

    @Test("lists the repositories of an owner and of the account", arguments: IssuesFixture.transports)
    func repos(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            let issues = fixture.issues
            #expect(
                try await collect(issues.repos(owner: "octocat")).map(\.repository?.name)
                    == ["octocat/Hello-World", "octocat/silent"])
            await #expect { try await collect(issues.repos()) } throws: { Self.isNotSignedIn($0) }
        }
        try await IssuesFixture.with(over: transport, token: "gho_octocat") { fixture async throws in
            fixture.github.change { $0.pageSize = 2 }
            let replies = try await collect(fixture.issues.repos())
            #expect(replies.map(\.repository?.name) == ["octocat/Hello-World", "octocat/secret", "octocat/silent"])
            #expect(replies.map(\.repository?.private) == [false, true, false])
            #expect(replies[0].repository?.open == 3)
            #expect(
                try await collect(fixture.issues.repos(limit: 1)).map(\.repository?.name) == ["octocat/Hello-World"])
            #expect(try await collect(fixture.issues.repos(limit: 0)).map(\.repository) == [nil])
        }
    }

    @Test("lists issues by state, label, milestone and assignee", arguments: IssuesFixture.transports)
    func filters(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            func numbers(
                state: IssuesContract.StateFilter? = nil, labels: [String]? = nil, milestone: String? = nil,
                assignee: String? = nil, limit: Int? = nil
            ) async throws -> [Int?] {
                try await collect(
                    fixture.issues.issues(
                        repository: "octocat/Hello-World", state: state, labels: labels, milestone: milestone,
                        assignee: assignee, limit: limit)
                ).map(\.issue?.number)
            }
            #expect(try await numbers() == [3, 1])
            #expect(try await numbers(state: .closed) == [4])
            #expect(try await numbers(state: .all) == [4, 3, 1])
            #expect(try await numbers(state: .all, limit: 2) == [4, 3])
            #expect(try await numbers(state: .all, labels: ["bug"]) == [4, 1])
            #expect(try await numbers(state: .all, labels: ["bug", "documentation"]) == [nil])
            #expect(try await numbers(milestone: "v1.0") == [1])
            #expect(try await numbers(state: .all, milestone: "V0.9") == [4])
            #expect(try await numbers(milestone: "none") == [3])
            #expect(try await numbers(milestone: "*") == [1])
            #expect(try await numbers(assignee: "octocat") == [1])
            #expect(try await numbers(assignee: "none") == [3])
            #expect(try await numbers(assignee: "*") == [1])
        }
    }

    @Test("returns all fields of an issue", arguments: IssuesFixture.transports)
    func show(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            let expected = IssuesContract.Issue(
                number: 1, title: "Found a bug", state: .open, labels: ["bug"], milestone: "v1.0",
                assignees: ["octocat"],
                author: "octocat", comments: 0, created: "2011-04-22T13:33:48Z", updated: "2011-04-22T13:33:48Z",
                closed: nil, pull: false, url: "https://github.com/octocat/Hello-World/issues/1")
            let shown = try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            #expect(shown == .init(issue: expected, body: "Help.", age: nil))
            #expect(try await collect(fixture.issues.issues(repository: "octocat/Hello-World")).last?.issue == expected)
            #expect(try await fixture.issues.show(repository: "octocat/Hello-World", number: 2).issue.pull)
        }
    }

    @Test("creates an issue with options", arguments: IssuesFixture.transports)
    func create(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport, token: "gho_octocat") { fixture async throws in
            let created = try await fixture.issues.create(
                repository: "Hello-World", title: "Too slow", body: "By far.", labels: ["BUG"], milestone: "v1.0",
                assignees: ["Hubot"])
            #expect(created.issue.number == 5)
            #expect(created.issue.labels == ["bug"])
            #expect(created.issue.milestone == "v1.0")
            #expect(created.issue.assignees == ["hubot"])
            #expect(created.dropped == [])
            let shown = try await fixture.issues.show(repository: "octocat/Hello-World", number: 5)
            #expect(shown.issue == created.issue)
            #expect(shown.body == "By far.")
        }
    }

    @Test("lists options", arguments: IssuesFixture.transports)
    func options(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            fixture.github.change { $0.pageSize = 2 }
            let all = try await collect(fixture.issues.options(repository: "octocat/Hello-World")).compactMap(\.option)
            #expect(all.filter { $0.kind == .label }.map(\.name) == ["bug", "documentation", "good first issue"])
            #expect(all.filter { $0.kind == .milestone }.map(\.name) == ["v1.0"])
            #expect(all.filter { $0.kind == .milestone }.map(\.description) == ["Tracking v1.0"])
            #expect(all.filter { $0.kind == .assignee }.map(\.name) == ["octocat", "hubot"])
            let some = try await collect(fixture.issues.options(repository: "octocat/Hello-World", kind: .assignee))
            #expect(some.map(\.option?.name) == ["octocat", "hubot"])
            fixture.github.change { $0.repos[3].labels = [] }
            #expect(
                try await collect(fixture.issues.options(repository: "github/docs", kind: .label)).map(\.option) == [
                    nil
                ])
        }
    }

    @Test("rejects calls without the flag 'more' for listings", arguments: IssuesFixture.transports)
    func expectingMore(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            await #expect(throws: ServiceError.expectedMore) {
                try await fixture.plugin.caller.call("io.trellis.Issues.Login")
            }
            #expect(fixture.github.requests.isEmpty)
            await #expect(throws: ServiceError.expectedMore) {
                try await fixture.plugin.caller.call(
                    "io.trellis.Issues.Issues", ["repository": "octocat/Hello-World"])
            }
        }
    }

    @Test("rejects invalid parameters without a request to GitHub", arguments: IssuesFixture.transports)
    func parameters(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            let issues = fixture.issues
            for repository in ["", "octocat/", "/", "a/b/c", "octocat/..", "octocat/hello world", "../user"] {
                await #expect(throws: ServiceError.invalidParameter(parameter: "repository")) {
                    try await collect(issues.issues(repository: repository))
                }
                await #expect(throws: ServiceError.invalidParameter(parameter: "repository")) {
                    try await issues.show(repository: repository, number: 1)
                }
            }
            await #expect(throws: ServiceError.invalidParameter(parameter: "number")) {
                try await issues.show(repository: "octocat/Hello-World", number: 0)
            }
            await #expect(throws: ServiceError.invalidParameter(parameter: "labels")) {
                try await collect(issues.issues(repository: "octocat/Hello-World", labels: ["a,b"]))
            }
            await #expect(throws: ServiceError.invalidParameter(parameter: "assignee")) {
                try await collect(issues.issues(repository: "octocat/Hello-World", assignee: ""))
            }
            await #expect(throws: ServiceError.invalidParameter(parameter: "owner")) {
                try await collect(issues.repos(owner: "octo/cat"))
            }
            await #expect(throws: ServiceError.invalidParameter(parameter: "limit")) {
                try await collect(issues.repos(owner: "octocat", limit: -1))
            }
            #expect(fixture.github.requests.isEmpty)
        }
    }

    static func isNotSignedIn(_ error: any Error) -> Bool {
        if case .notSignedIn = error as? IssuesError { true } else { false }
    }
}
