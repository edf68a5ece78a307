import Foundation
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@Suite("AccountManager", .timeLimit(.minutes(2)))
struct AccountManagerTests {
    /// A fake GitHub that delays one response until the test opens the gate.
    private struct Gate: Sendable {
        let arrived = AsyncStream<Void>.makeStream()
        let opened = AsyncStream<Void>.makeStream()
        let github = FakeGitHub { $0.pageSize = 1 }
        /// The reply in place of the delayed response.
        var fault: LoopbackServer.Reply?

        /// Returns the reply to a request.
        ///
        /// A request for the second page of issues waits until the gate is open.
        func reply(to request: LoopbackServer.Request) async -> LoopbackServer.Reply {
            if request.path.hasSuffix("/issues"), request.query["page"] == "2" {
                arrived.continuation.yield()
                for await _ in opened.stream {}
                let reply = github.reply(to: request)
                return fault ?? reply
            }
            return github.reply(to: request)
        }

        func wait() async { for await _ in arrived.stream { break } }

        func open() { opened.continuation.finish() }
    }

    @Test(
        "a command that runs during a sign-in uses the previous account, and the next command uses the new one",
        arguments: Transport.allCases)
    func signIn(over transport: Transport) async throws {
        let gate = Gate()
        try await LoopbackServer.with({ await gate.reply(to: $0) }) { server in
            try await IssuesFixture.with(over: transport, github: gate.github, on: server) { fixture async throws in
                let listing = Task { [issues = IssuesClient(try await fixture.plugin.connect())] in
                    try await collect(issues.issues(repository: "octocat/Hello-World", state: .all)).map(
                        \.issue?.number)
                }
                await gate.wait()
                try await fixture.login()
                #expect(try await fixture.issues.whoAmI().user.login == "octocat")
                #expect(try await collect(fixture.issues.repos()).contains { $0.repository?.private == true })
                gate.open()
                #expect(try await listing.value == [4, 3, 1])
                let pages = gate.github.requests.filter { $0.path.hasSuffix("/issues") }
                #expect(pages.count == 4)
                #expect(pages.allSatisfy { $0.headers["authorization"] == nil })
                _ = try await collect(fixture.issues.issues(repository: "octocat/Hello-World"))
                #expect(gate.github.requests.last?.headers["authorization"] == "Bearer gho_octocat")
            }
        }
    }

    @Test(
        "a command that runs during a sign-out does not use the token again, even for a retry",
        arguments: Transport.allCases, [false, true])
    func signOut(over transport: Transport, isDropped: Bool) async throws {
        let gate = Gate(fault: isDropped ? .drop : nil)
        try await LoopbackServer.with({ await gate.reply(to: $0) }) { server in
            try await IssuesFixture.with(over: transport, github: gate.github, on: server) { fixture async throws in
                try await fixture.login()
                let listing = Task { [issues = IssuesClient(try await fixture.plugin.connect())] in
                    try await collect(issues.issues(repository: "octocat/Hello-World"))
                }
                await gate.wait()
                _ = try await fixture.issues.logout()
                let count = gate.github.requests.count
                gate.open()
                await #expect { try await listing.value } throws: { IssuesServiceTests.isNotSignedIn($0) }
                let later = gate.github.requests.dropFirst(count)
                // Only the request in progress used the token.
                #expect(later.filter { $0.headers["authorization"] != nil }.count == 1)
                // The response to that request is not cached.
                let cache = fixture.plugin.directories.cache.string
                #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == ["anonymous"])
                _ = try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
                #expect(gate.github.requests.last?.headers["authorization"] == nil)
            }
        }
    }
}
