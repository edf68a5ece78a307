import Foundation
import Issues
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@Suite("AccountManager", .timeLimit(.minutes(2)))
struct AccountManagerTests {
    /// A fake GitHub that delays one response until the test opens the gate.
    struct Gate: Sendable {
        let arrived = AsyncStream<Void>.makeStream()
        let opened = AsyncStream<Void>.makeStream()
        let github = FakeGitHub { $0.pageSize = 1 }
        /// The end of the path of the delayed response.
        var path = "/issues"
        /// The page of the delayed response; nil for the first one.
        var page: String?
        /// The reply in place of the delayed response.
        var fault: LoopbackServer.Reply?

        /// Returns the reply to a request, after the gate has opened for the delayed one.
        func reply(to request: LoopbackServer.Request) async -> LoopbackServer.Reply {
            let reply = github.reply(to: request)
            guard request.path.hasSuffix(path), request.query["page"] == page else { return reply }
            arrived.continuation.yield()
            for await _ in opened.stream {}
            return fault ?? reply
        }

        func wait() async { for await _ in arrived.stream { break } }

        func open() { opened.continuation.finish() }
    }

    @Test(
        "a command that runs during a sign-in uses the previous account, and the next command uses the new one",
        arguments: Transport.allCases)
    func signIn(over transport: Transport) async throws {
        let gate = Gate(page: "2")
        try await LoopbackServer.with({ await gate.reply(to: $0) }) { server in
            try await IssuesFixture.with(over: transport, github: gate.github, on: server) { fixture async throws in
                let shell = IssuesClient(try await fixture.plugin.connect())
                let listing = Task {
                    try await collect(shell.issues(repository: "octocat/Hello-World", state: .all)).map(
                        \.issue?.number)
                }
                await gate.wait()
                try await fixture.login()
                #expect(try await fixture.issues.whoAmI().user.login == "octocat")
                #expect(try await collect(fixture.issues.repos()).contains { $0.repository?.private == true })
                gate.open()
                #expect(try await listing.value == [4, 3, 1])
                // The list belongs to the previous account.
                #expect(try await collect(shell.where()).map(\.entry) == [nil])
                let pages = gate.github.requests.filter { $0.path.hasSuffix("/issues") }
                #expect(pages.count == 4)
                #expect(pages.allSatisfy { $0.headers["authorization"] == nil })
                _ = try await collect(fixture.issues.issues(repository: "octocat/Hello-World"))
                #expect(gate.github.requests.last?.headers["authorization"] == "Bearer gho_octocat")
            }
        }
    }

    /// A command that runs when the account is signed out, and the response that it waits for.
    enum Command: CaseIterable, Sendable {
        case onePage, secondPage, retry, redirect, show, selection

        var gate: Gate {
            let target = ["location": "/repositories/1296269/issues"]
            return switch self {
            case .onePage: Gate()
            case .secondPage: Gate(page: "2")
            case .retry: Gate(page: "2", fault: .drop)
            case .redirect: Gate(fault: .answer(status: 307, headers: target))
            case .show: Gate(path: "/issues/1")
            case .selection: Gate(path: "/user/repos")
            }
        }

        func call(on issues: IssuesClient) async throws {
            switch self {
            case .onePage: _ = try await collect(issues.issues(repository: "octocat/Hello-World", limit: 1))
            case .show: _ = try await issues.show(repository: "octocat/Hello-World", number: 1)
            case .selection: _ = try await issues.new(title: "Tea", repository: "hello-world")
            default: _ = try await collect(issues.issues(repository: "octocat/Hello-World", state: .all))
            }
        }
    }

    @Test(
        "a command that runs during a sign-out fails, and does not use the token again",
        arguments: Transport.allCases, Command.allCases)
    func signOut(over transport: Transport, command: Command) async throws {
        let gate = command.gate
        try await LoopbackServer.with({ await gate.reply(to: $0) }) { server in
            try await IssuesFixture.with(over: transport, github: gate.github, on: server) { fixture async throws in
                try await fixture.login()
                let shell = IssuesClient(try await fixture.plugin.connect())
                let running = Task { try await command.call(on: shell) }
                await gate.wait()
                _ = try await fixture.issues.logout()
                let count = gate.github.requests.count
                gate.open()
                await #expect { try await running.value } throws: { IssuesServiceTests.isNotSignedIn($0) }
                #expect(!gate.github.requests.dropFirst(count).contains { $0.headers["authorization"] != nil })
                // The response to the request in progress is not cached, and nothing of the account remains.
                let cache = fixture.plugin.directories.cache.string
                #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == ["anonymous"])
                #expect(!fixture.log.lines.contains { $0.contains("still alive") }, "\(fixture.log.lines)")
                #expect(try await collect(shell.where()).map(\.entry) == [nil])
                _ = try await fixture.issues.show(repository: "octocat/Hello-World", number: 3)
                #expect(gate.github.requests.last?.headers["authorization"] == nil)
            }
        }
    }

    @Test("a change whose response is missing at a sign-out may have taken effect", arguments: Transport.allCases)
    func change(over transport: Transport) async throws {
        let gate = Gate()
        try await LoopbackServer.with({ await gate.reply(to: $0) }) { server in
            try await IssuesFixture.with(over: transport, github: gate.github, on: server) { fixture async throws in
                try await fixture.login()
                let running = Task { [issues = IssuesClient(try await fixture.plugin.connect())] in
                    try await issues.create(repository: "octocat/Hello-World", title: "Tea")
                }
                await gate.wait()
                _ = try await fixture.issues.logout()
                gate.open()
                await #expect {
                    try await running.value
                } throws: { error in
                    guard case .outcomeUnknown = error as? IssuesError else { return false }
                    return true
                }
                #expect(gate.github.current.repos[0].issues.last?.title == "Tea")
            }
        }
    }
}
