import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// Tests of the navigation stack of a connection.
@Suite("Session of Issues", .timeLimit(.minutes(2)))
struct SessionTests {
    /// The navigation stack in short form: `issues octocat/Hello-World`, `issue octocat/Hello-World 3`.
    private func entries(of issues: IssuesClient) async throws -> [String] {
        try await collect(issues.where()).compactMap(\.entry).map { entry in
            [entry.scene.rawValue, entry.repository, entry.number.map(String.init)].compactMap(\.self)
                .joined(separator: " ")
        }
    }

    @Test("selects a repository, and creates an issue with options in it", arguments: Transport.allCases)
    func flow(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport, token: "gho_octocat") { fixture async throws in
            let issues = IssuesClient(try await fixture.plugin.connect())
            let repos = try await collect(issues.repos())
            #expect(repos.map(\.number) == [1, 2, 3])
            await #expect(throws: IssuesError.noRepositorySelected) { try await collect(issues.issues()) }
            await #expect(throws: IssuesError.noSuchNumber(number: 4, highest: 3)) {
                try await issues.select(number: 4)
            }
            #expect(try await issues.select(number: 1).entry.repository == "octocat/Hello-World")
            #expect(try await collect(issues.issues()).map(\.issue?.number) == [3, 1])
            #expect(try await issues.select(number: 3).issue?.title == "Say more")
            #expect(
                try await entries(of: issues) == [
                    "repos octocat/Hello-World", "issues octocat/Hello-World", "issue octocat/Hello-World 3",
                ])
            #expect(try await issues.new().entry.scene == .newIssue)
            _ = try await issues.option(kind: .label, name: "BUG")
            _ = try await issues.option(kind: .milestone, name: "v1.0")
            let entry = try await issues.option(kind: .label, name: "bug").entry
            #expect(entry.options.map(\.name) == ["bug", "v1.0"])
            await #expect(throws: IssuesError.noTitle) { try await issues.create() }
            let created = try await issues.create(title: "Too slow")
            #expect(created.issue.number == 5)
            #expect(created.issue.labels == ["bug"])
            #expect(created.issue.milestone == "v1.0")
            #expect(try await entries(of: issues).last == "issue octocat/Hello-World 5")
            #expect(try await issues.back().entry?.scene == .issues)
            #expect(try await collect(issues.issues()).map(\.issue?.number) == [5, 3, 1])
            #expect(try await issues.back().entry?.scene == .repos)
            #expect(try await issues.back().entry == nil)
            #expect(try await entries(of: issues) == [])
            await #expect(throws: IssuesError.noNewIssue) { try await issues.create(title: "Too slow") }
        }
    }

    @Test("a number does not discard a new issue, and a failed creation keeps it")
    func draft() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            let issues = IssuesClient(try await fixture.plugin.connect())
            _ = try await issues.new(title: "Too slow", repository: "hello-world")
            await #expect(throws: IssuesError.noSuchNumber(number: 1, highest: 0)) {
                try await issues.select(number: 1)
            }
            await #expect(throws: IssuesError.self) { try await issues.option(kind: .label, name: "bgu") }
            fixture.github.fail("/issues", with: .error(422, "Validation Failed"), times: 1)
            await #expect(throws: IssuesError.validationFailed(message: "Validation Failed", errors: [])) {
                try await issues.create()
            }
            #expect(try await entries(of: issues) == ["newIssue octocat/Hello-World"])
            #expect(try await issues.create().issue.title == "Too slow")
        }
    }

    @Test("comments on the shown issue, closes it, and reopens it", arguments: Transport.allCases)
    func changes(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport, token: "gho_octocat") { fixture async throws in
            let issues = IssuesClient(try await fixture.plugin.connect())
            await #expect(throws: IssuesError.noIssueShown) { try await issues.comment(body: "Same here.") }
            await #expect(throws: IssuesError.noIssueShown) { try await issues.close() }
            _ = try await issues.show(repository: "octocat/Hello-World", number: 3)
            let comment = try await issues.comment(body: "Same here.")
            #expect(comment.url.hasPrefix("https://github.com/octocat/Hello-World/issues/3#"))
            #expect(try await issues.show().issue.comments == 1)
            let closed = try await issues.close(reason: .notPlanned).issue
            #expect(closed.state == .closed)
            #expect(closed.closed != nil)
            #expect(fixture.github.current.repos[0].issues[2].reason == "not_planned")
            #expect(try await issues.reopen().issue.state == .open)
            // Another issue, by its number and by its repository.
            #expect(try await issues.close(number: 1).issue.number == 1)
            #expect(try await issues.reopen(repository: "octocat/Hello-World", number: 4).issue.state == .open)
            await #expect(throws: IssuesError.forbidden(message: "Must have admin rights to Repository.")) {
                try await issues.close(repository: "github/docs", number: 1)
            }
            await #expect(throws: IssuesError.notFound(what: "the issue 9 of octocat/Hello-World")) {
                try await issues.comment(body: "Yes", repository: "octocat/Hello-World", number: 9)
            }
            #expect(try await entries(of: issues) == ["issue octocat/Hello-World 3"])
        }
    }

    @Test("a comment whose response is missing is reported, and not sent again")
    func missingResponse() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            fixture.github.fail("/comments", with: .drop)
            do {
                _ = try await fixture.issues.comment(body: "Yes", repository: "octocat/Hello-World", number: 1)
                Testing.Issue.record("the comment was accepted")
            } catch IssuesError.outcomeUnknown {}
            #expect(fixture.github.requests.count { $0.path.hasSuffix("/comments") } == 1)
        }
    }

    @Test("each connection has its own navigation stack", arguments: Transport.allCases)
    func separation(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            try await fixture.login()
            let first = IssuesClient(try await fixture.plugin.connect())
            let second = IssuesClient(try await fixture.plugin.connect())
            _ = try await collect(first.issues(repository: "secret"))
            #expect(try await entries(of: first) == ["issues octocat/secret"])
            #expect(try await entries(of: second) == [])
        }
    }

    @Test("a sign-out empties the navigation stacks of all connections", arguments: Transport.allCases)
    func signOut(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            try await fixture.login()
            let shell = IssuesClient(try await fixture.plugin.connect())
            for issues in [shell, fixture.issues] {
                _ = try await collect(issues.repos())
                _ = try await issues.select(number: 1)
                _ = try await collect(issues.issues())
                _ = try await issues.new(title: "Too slow")
                #expect(try await entries(of: issues).count == 3)
            }
            _ = try await fixture.issues.logout()
            for issues in [shell, fixture.issues] {
                #expect(try await entries(of: issues) == [])
                #expect(try await issues.back().entry == nil)
                await #expect(throws: IssuesError.noRepositorySelected) { try await collect(issues.issues()) }
            }
            // Nothing of the account remains, such as its token.
            #expect(!fixture.log.lines.contains { $0.contains("still alive") }, "\(fixture.log.lines)")
        }
    }

    @Test("a sign-in empties the navigation stacks of all connections", arguments: Transport.allCases)
    func signIn(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            let shell = IssuesClient(try await fixture.plugin.connect())
            for issues in [shell, fixture.issues] {
                _ = try await issues.show(repository: "octocat/Hello-World", number: 1)
                #expect(try await entries(of: issues).count == 1)
            }
            try await fixture.login()
            for issues in [shell, fixture.issues] { #expect(try await entries(of: issues) == []) }
        }
    }
}
