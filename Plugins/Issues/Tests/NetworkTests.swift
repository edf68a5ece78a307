import Foundation
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues
@testable import TrellisHTTP

@Suite("Faults of the network", .timeLimit(.minutes(2)))
struct NetworkTests {
    /// A fault of the network or of the server.
    enum NetworkFault: String, CaseIterable, Sendable {
        case unplug, drop, half, hang, stall, serverError, notJSON, otherJSON

        /// The reply to requests during the fault.
        var reply: LoopbackServer.Reply {
            let json = Array(#"[{"number": 1, "title": "Found a bug"}]"#.utf8)
            return switch self {
            case .unplug: .unplug
            case .drop: .drop
            case .half: .half(body: json)
            case .hang: .hang
            case .stall: .stall(body: json)
            case .serverError: .error(502, "Server Error")
            case .notJSON: .answer(status: 200, body: Array("<html>".utf8))
            case .otherJSON: .json([["message": "?"]])
            }
        }

        /// Ends the fault.
        func end(_ fixture: IssuesFixture) async throws {
            fixture.github.repair()
            if self == .unplug { try await fixture.server.plugIn() }
        }
    }

    /// Runs the plugin with a timeout that elapses when a request stalls.
    private func withIssues(
        token: String? = "gho_octocat", _ body: (IssuesFixture) async throws -> Void
    ) async throws {
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            let stall = server.stalled
            try await IssuesFixture.with(
                over: .socket, token: token, github: github, on: server,
                adjusting: { blueprint in
                    blueprint.override { (configuration: IssuesConfiguration, clock: WallClock) in
                        HTTPService(limits: configuration.limits, clock: clock) { _ in
                            let count = stall.count
                            return { try await stall.wait(beyond: count) }
                        }
                    }
                }, body)
        }
    }

    @Test(
        "reports Unreachable for reads during a fault, and works after the fault", arguments: ReadCommand.allCases
    )
    func unreachable(command: ReadCommand) async throws {
        for fault in NetworkFault.allCases {
            try await withIssues { fixture async throws in
                fixture.github.fail("/", with: fault.reply)
                await #expect("\(fault)") {
                    try await command.call(on: fixture.issues)
                } throws: { error in
                    guard case .unreachable(let reason, let since) = error as? IssuesError else { return false }
                    // The delays between attempts also advance this clock.
                    return !reason.isEmpty && since.hasPrefix("2027-01-15T08:00:0")
                }
                try await fault.end(fixture)
                #expect(try await command.replies(of: fixture.issues).contains { $0.age != nil } == false)
            }
        }
    }

    @Test(
        "reports the reason why a response is invalid",
        arguments: [
            ("<html>", "it is not JSON"), ("null", "the value has an unexpected type or value"),
            (#"{"number": "1"}"#, "'number' has an unexpected type or value"), ("{}", "'number' is missing"),
        ])
    func invalidResponse(body: String, reason: String) async throws {
        try await withIssues { fixture async throws in
            fixture.github.fail("/", with: .answer(status: 200, body: Array(body.utf8)))
            await #expect {
                _ = try await fixture.issues.show(repository: "octocat/Hello-World", number: 1)
            } throws: { error in
                guard case .unreachable("invalid response: \(reason)", _) = error as? IssuesError else {
                    return false
                }
                return true
            }
        }
    }

    @Test("returns cached responses with their age", arguments: ReadCommand.allCases)
    func cached(command: ReadCommand) async throws {
        for fault in NetworkFault.allCases {
            try await withIssues { fixture async throws in
                fixture.github.change { $0.pageSize = 2 }
                let fresh = try await command.replies(of: fixture.issues)
                #expect(!fresh.isEmpty)
                fixture.clock.advance(by: .seconds(90))
                fixture.github.fail("/", with: fault.reply)
                let cached = try await command.replies(of: fixture.issues)
                #expect(cached.map(\.text) == fresh.map(\.text), "\(fault)")
                // The delays between attempts, which advance this clock, are less than two seconds in total.
                #expect(cached.allSatisfy { (90...91).contains($0.age ?? 0) }, "\(fault): \(cached.map(\.age))")
                try await fault.end(fixture)
                fixture.clock.advance(by: .seconds(10))
                #expect(try await command.replies(of: fixture.issues) == fresh, "\(fault)")
            }
        }
    }

    /// The path and the page of the last request of each command that sends several requests.
    private static let last: [ReadCommand: (path: String, page: String?)] = [
        .repos: ("/user/repos", "3"), .reposOfOwner: ("/users/octocat/repos", "2"), .issues: ("/issues", "3"),
        .issuesOfMilestone: ("/issues", nil), .issuesByName: ("/issues", "2"), .options: ("/assignees", "2"),
    ]

    @Test("reports a fault during a listing after the replies of the previous pages", arguments: ReadCommand.allCases)
    func middle(command: ReadCommand) async throws {
        guard let (path, page) = Self.last[command] else { return }
        for fault in NetworkFault.allCases {
            try await withIssues { fixture async throws in
                fixture.github.change { $0.pageSize = 1 }
                fixture.github.fail(path, page: page, with: fault.reply)
                let received = EventRecorder<ReadCommand.Reply>()
                await #expect("\(fault)") {
                    try await command.call(on: fixture.issues) { received.record($0) }
                } throws: { error in
                    guard case .unreachable = error as? IssuesError else { return false }
                    return true
                }
                try await fault.end(fixture)
                fixture.clock.advance(by: .seconds(10))
                let all = try await command.replies(of: fixture.issues)
                #expect(Array(all.prefix(received.entries.count)) == received.entries)
                // A listing sends each reply when the next one is known. The last element before the fault is
                // therefore not sent.
                #expect(all.count > received.entries.count)
            }
        }
    }

    @Test("reports whether a change may have taken effect", arguments: NetworkFault.allCases)
    func create(fault: NetworkFault) async throws {
        try await withIssues { fixture async throws in
            fixture.github.fail("/issues", with: fault.reply)
            await #expect {
                try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea")
            } throws: { error in
                guard case .outcomeUnknown(let reason) = error as? IssuesError else { return false }
                return !reason.isEmpty
            }
            #expect(fixture.github.requests.count == 1)
            try await fault.end(fixture)
            let created = try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea")
            #expect(created.issue.number == 5)
        }
    }

    @Test("creates nothing when the request for an option fails", arguments: NetworkFault.allCases)
    func createAfterChoice(fault: NetworkFault) async throws {
        try await withIssues { fixture async throws in
            fixture.github.fail("/milestones", with: fault.reply)
            await #expect {
                try await fixture.issues.create(
                    repository: "octocat/Hello-World", title: "Tea", labels: ["bug"], milestone: "v1.0")
            } throws: { error in
                guard case .unreachable = error as? IssuesError else { return false }
                return true
            }
            #expect(!fixture.github.requests.contains { $0.method == "POST" })
        }
    }

    @Test("creates nothing without a connection, and reports the start of the outage")
    func createUnplugged() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            await fixture.server.unplug()
            let error = IssuesError.unreachable(
                reason: "cannot connect to \(fixture.server.address): Connection refused",
                since: "2027-01-15T08:00:00Z")
            for _ in 0..<2 {
                await #expect(throws: error) {
                    try await fixture.issues.create(repository: "octocat/Hello-World", title: "Tea")
                }
                fixture.clock.advance(by: .seconds(60))
            }
        }
    }

    @Test("fails a sign-in that starts during a fault", arguments: NetworkFault.allCases)
    func loginBegin(fault: NetworkFault) async throws {
        try await withIssues(token: nil) { fixture async throws in
            fixture.github.fail("/", with: fault.reply)
            await #expect {
                try await collect(fixture.issues.login())
            } throws: { error in
                // Valid JSON without the expected fields counts as a rejected sign-in.
                switch error as? IssuesError {
                case .unreachable: true
                case .loginRefused(let code, _): fault == .otherJSON && code == "incomplete_response"
                default: false
                }
            }
            try await fault.end(fixture)
            try await fixture.login()
        }
    }

    @Test(
        "continues a sign-in when GitHub is available again",
        arguments: NetworkFault.allCases.filter { $0 != .otherJSON })
    func loginMiddle(fault: NetworkFault) async throws {
        try await withIssues(token: nil) { fixture async throws in
            var replies = fixture.issues.login().makeAsyncIterator()
            #expect(try await replies.next()?.step == .code)
            fixture.github.fail("access_token", with: fault.reply)
            try await fixture.clock.passNext(.seconds(5))
            let waiting = try #require(try await replies.next())
            #expect(waiting.step == .waiting)
            #expect(waiting.reason?.isEmpty == false)
            try await fault.end(fixture)
            fixture.github.change { $0.consent = .approved }
            try await fixture.clock.passNext(.seconds(10))
            let done = try #require(try await replies.next())
            #expect(done.step == .done)
            #expect(done.user?.login == "octocat")
        }
    }

    @Test("completes a sign-in when the request for the account fails", arguments: NetworkFault.allCases)
    func loginEnd(fault: NetworkFault) async throws {
        try await withIssues(token: nil) { fixture async throws in
            fixture.github.change { $0.consent = .approved }
            var replies = fixture.issues.login().makeAsyncIterator()
            #expect(try await replies.next()?.step == .code)
            fixture.github.fail("/user", with: fault.reply)
            try await fixture.clock.passNext(.seconds(5))
            let done = try #require(try await replies.next())
            #expect(done.step == .done)
            #expect(done.user == nil)
            try await fault.end(fixture)
            let reply = try await fixture.issues.whoAmI()
            #expect(reply.user.login == "octocat")
        }
    }

    @Test("signs out without the network", arguments: Transport.allCases)
    func logout(over transport: Transport) async throws {
        try await IssuesFixture.with(over: transport) { fixture async throws in
            try await fixture.login()
            await fixture.server.unplug()
            _ = try await fixture.issues.logout()
            let state = fixture.plugin.directories.state.string
            #expect(try FileManager.default.contentsOfDirectory(atPath: state) == [])
            await #expect { try await fixture.issues.whoAmI() } throws: { IssuesServiceTests.isNotSignedIn($0) }
        }
    }
}
