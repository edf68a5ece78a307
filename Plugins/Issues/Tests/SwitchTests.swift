import Foundation
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// The account is replaced in the running plugin.
@Suite("Signing in and out while commands run", .timeLimit(.minutes(10)))
struct SwitchTests {
    /// Answers one request when it is told to.
    private struct Gate: Sendable {
        let arrived = AsyncStream<Void>.makeStream()
        let opened = AsyncStream<Void>.makeStream()
        let github = FakeGitHub { $0.pageSize = 1 }
        /// What becomes of the request instead.
        var fault: LoopbackServer.Reply?

        /// Answers; the second page of issues, when the gate is open.
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
        "a command that runs while somebody signs in ends as who began it; the next is signed in",
        arguments: Transport.allCases)
    func signIn(over transport: Transport) async throws {
        let gate = Gate()
        try await LoopbackServer.with({ await gate.reply(to: $0) }) { server in
            try await IssuesSetting.with(over: transport, github: gate.github, on: server) { setting async throws in
                let listing = Task { [issues = IssuesClient(try await setting.plugin.connect())] in
                    try await collect(issues.issues(repository: "octocat/Hello-World", state: .all)).map(
                        \.issue?.number)
                }
                await gate.wait()
                try await setting.login()
                #expect(try await setting.issues.whoAmI().user.login == "octocat")
                #expect(try await collect(setting.issues.repos()).contains { $0.repository?.private == true })
                gate.open()
                #expect(try await listing.value == [4, 3, 1])
                let pages = gate.github.requests.filter { $0.path.hasSuffix("/issues") }
                #expect(pages.count == 4)
                #expect(pages.allSatisfy { $0.headers["authorization"] == nil })
                _ = try await collect(setting.issues.issues(repository: "octocat/Hello-World"))
                #expect(gate.github.requests.last?.headers["authorization"] == "Bearer gho_octocat")
            }
        }
    }

    @Test(
        "a command that runs while somebody signs out uses the token no more, not even to try again",
        arguments: Transport.allCases, [false, true])
    func signOut(over transport: Transport, isDropped: Bool) async throws {
        let gate = Gate(fault: isDropped ? .drop : nil)
        try await LoopbackServer.with({ await gate.reply(to: $0) }) { server in
            try await IssuesSetting.with(over: transport, github: gate.github, on: server) { setting async throws in
                try await setting.login()
                let listing = Task { [issues = IssuesClient(try await setting.plugin.connect())] in
                    try await collect(issues.issues(repository: "octocat/Hello-World"))
                }
                await gate.wait()
                _ = try await setting.issues.logout()
                let count = gate.github.requests.count
                gate.open()
                await #expect { try await listing.value } throws: { IssuesCommandsTests.isNotSignedIn($0) }
                let later = gate.github.requests.dropFirst(count)
                // The request that was under way, and none after it.
                #expect(later.filter { $0.headers["authorization"] != nil }.count == 1)
                // What it read is not kept.
                let cache = setting.plugin.directories.cache.string
                #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == ["anonymous"])
                _ = try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
                #expect(gate.github.requests.last?.headers["authorization"] == nil)
            }
        }
    }
}
