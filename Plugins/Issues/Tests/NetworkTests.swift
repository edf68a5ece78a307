import Foundation
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues
@testable import TrellisHTTP

/// The network is pulled away: an error that says so, or an answer from the cache that says how old it is.
@Suite("Without the network", .timeLimit(.minutes(10)))
struct NetworkTests {
    /// How a network, or a server, can fail.
    enum Trouble: String, CaseIterable, Sendable {
        case unplug, drop, half, hang, stall, serverError, notJSON, otherJSON

        /// What becomes of a request then.
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

        /// Mends it.
        func end(_ setting: IssuesSetting) async throws {
            setting.github.repair()
            if self == .unplug { try await setting.server.plugIn() }
        }
    }

    /// Runs the plugin around a body; no time is spent on waiting for a server that does not answer.
    private func withIssues(
        token: String? = "gho_octocat", _ body: (IssuesSetting) async throws -> Void
    ) async throws {
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            let stall = server.stalled
            try await IssuesSetting.with(
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
        "a command that reads says that GitHub can't be reached, and works when it can", arguments: ReadCommand.allCases
    )
    func unreachable(command: ReadCommand) async throws {
        for trouble in Trouble.allCases {
            try await withIssues { setting async throws in
                setting.github.fail("/", with: trouble.reply)
                await #expect("\(trouble)") {
                    try await command.give(to: setting.issues)
                } throws: { error in
                    guard case .unreachable(let reason, let since) = error as? IssuesError else { return false }
                    // Pauses between the attempts pass on this clock, too.
                    return !reason.isEmpty && since.hasPrefix("2027-01-15T08:00:0")
                }
                try await trouble.end(setting)
                #expect(try await command.replies(of: setting.issues).contains { $0.age != nil } == false)
            }
        }
    }

    @Test(
        "an answer that is something else is told as what it is",
        arguments: [
            ("<html>", "it is not JSON"), ("null", "it is not what GitHub's documentation says"),
            (#"{"number": "1"}"#, "'number' is not what GitHub's documentation says"), ("{}", "it has no 'number'"),
        ])
    func otherAnswer(body: String, reason: String) async throws {
        try await withIssues { setting async throws in
            setting.github.fail("/", with: .answer(status: 200, body: Array(body.utf8)))
            await #expect {
                _ = try await setting.issues.show(repository: "octocat/Hello-World", number: 1)
            } throws: { error in
                guard case .unreachable("what it answered can't be read: \(reason)", _) = error as? IssuesError else {
                    return false
                }
                return true
            }
        }
    }

    @Test("a command that reads answers from the cache, and says how old that is", arguments: ReadCommand.allCases)
    func cached(command: ReadCommand) async throws {
        for trouble in Trouble.allCases {
            try await withIssues { setting async throws in
                setting.github.change { $0.pageSize = 2 }
                let fresh = try await command.replies(of: setting.issues)
                #expect(!fresh.isEmpty)
                setting.clock.advance(by: .seconds(90))
                setting.github.fail("/", with: trouble.reply)
                let cached = try await command.replies(of: setting.issues)
                #expect(cached.map(\.text) == fresh.map(\.text), "\(trouble)")
                // The pauses between the attempts, which pass on this clock, are less than two seconds.
                #expect(cached.allSatisfy { (90...91).contains($0.age ?? 0) }, "\(trouble): \(cached.map(\.age))")
                try await trouble.end(setting)
                setting.clock.advance(by: .seconds(10))
                #expect(try await command.replies(of: setting.issues) == fresh, "\(trouble)")
            }
        }
    }

    /// The last request of each command that takes several: its path, and its page.
    private static let last: [ReadCommand: (path: String, page: String?)] = [
        .repos: ("/user/repos", "3"), .reposOfOwner: ("/users/octocat/repos", "2"), .issues: ("/issues", "3"),
        .issuesOfMilestone: ("/issues", nil), .issuesByName: ("/issues", "2"), .options: ("/assignees", "2"),
    ]

    @Test("a command that has begun says so, too, and keeps what it has told", arguments: ReadCommand.allCases)
    func middle(command: ReadCommand) async throws {
        guard let (path, page) = Self.last[command] else { return }
        for trouble in Trouble.allCases {
            try await withIssues { setting async throws in
                setting.github.change { $0.pageSize = 1 }
                setting.github.fail(path, page: page, with: trouble.reply)
                let told = Journal<ReadCommand.Reply>()
                await #expect("\(trouble)") {
                    try await command.give(to: setting.issues) { told.note($0) }
                } throws: { error in
                    guard case .unreachable = error as? IssuesError else { return false }
                    return true
                }
                try await trouble.end(setting)
                setting.clock.advance(by: .seconds(10))
                let all = try await command.replies(of: setting.issues)
                #expect(Array(all.prefix(told.entries.count)) == told.entries)
                // The last reply of what came before is held back until it is known whether there is another.
                #expect(all.count > told.entries.count)
            }
        }
    }

    @Test("a command that changes something says whether that may have happened", arguments: Trouble.allCases)
    func create(trouble: Trouble) async throws {
        try await withIssues { setting async throws in
            setting.github.fail("/issues", with: trouble.reply)
            await #expect {
                try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea")
            } throws: { error in
                guard case .outcomeUnknown(let reason) = error as? IssuesError else { return false }
                return !reason.isEmpty
            }
            #expect(setting.github.requests.count == 1)
            try await trouble.end(setting)
            let created = try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea")
            #expect(created.issue.number == 5)
        }
    }

    @Test("nothing is created when what was chosen can't be looked up", arguments: Trouble.allCases)
    func createAfterChoice(trouble: Trouble) async throws {
        try await withIssues { setting async throws in
            setting.github.fail("/milestones", with: trouble.reply)
            await #expect {
                try await setting.issues.create(
                    repository: "octocat/Hello-World", title: "Tea", labels: ["bug"], milestone: "v1.0")
            } throws: { error in
                guard case .unreachable = error as? IssuesError else { return false }
                return true
            }
            #expect(!setting.github.requests.contains { $0.method == "POST" })
        }
    }

    @Test("nothing is created without a connection, and that is said")
    func createUnplugged() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            await setting.server.unplug()
            let error = IssuesError.unreachable(
                reason: "no connection to \(setting.server.address) could be made: Connection refused",
                since: "2027-01-15T08:00:00Z")
            for _ in 0..<2 {
                await #expect(throws: error) {
                    try await setting.issues.create(repository: "octocat/Hello-World", title: "Tea")
                }
                setting.clock.advance(by: .seconds(60))
            }
        }
    }

    @Test("a sign-in does not begin", arguments: Trouble.allCases)
    func loginBegin(trouble: Trouble) async throws {
        try await withIssues(token: nil) { setting async throws in
            setting.github.fail("/", with: trouble.reply)
            await #expect {
                try await collect(setting.issues.login())
            } throws: { error in
                // An answer that is JSON, and has none of what it should have, is a refusal.
                switch error as? IssuesError {
                case .unreachable: true
                case .loginRefused(let code, _): trouble == .otherJSON && code == "incomplete_answer"
                default: false
                }
            }
            try await trouble.end(setting)
            try await setting.login()
        }
    }

    @Test("a sign-in goes on when GitHub is back", arguments: Trouble.allCases.filter { $0 != .otherJSON })
    func loginMiddle(trouble: Trouble) async throws {
        try await withIssues(token: nil) { setting async throws in
            var replies = setting.issues.login().makeAsyncIterator()
            #expect(try await replies.next()?.step == .code)
            setting.github.fail("access_token", with: trouble.reply)
            try await setting.clock.passNext(.seconds(5))
            let waiting = try #require(try await replies.next())
            #expect(waiting.step == .waiting)
            #expect(waiting.reason?.isEmpty == false)
            try await trouble.end(setting)
            setting.github.change { $0.consent = .approved }
            try await setting.clock.passNext(.seconds(10))
            let done = try #require(try await replies.next())
            #expect(done.step == .done)
            #expect(done.user?.login == "octocat")
        }
    }

    @Test("a sign-in holds when GitHub goes away before it has said who it is", arguments: Trouble.allCases)
    func loginEnd(trouble: Trouble) async throws {
        try await withIssues(token: nil) { setting async throws in
            setting.github.change { $0.consent = .approved }
            var replies = setting.issues.login().makeAsyncIterator()
            #expect(try await replies.next()?.step == .code)
            setting.github.fail("/user", with: trouble.reply)
            try await setting.clock.passNext(.seconds(5))
            let done = try #require(try await replies.next())
            #expect(done.step == .done)
            #expect(done.user == nil)
            try await trouble.end(setting)
            let reply = try await setting.issues.whoAmI()
            #expect(reply.user.login == "octocat")
        }
    }

    @Test("a sign-out needs no network", arguments: Transport.allCases)
    func logout(over transport: Transport) async throws {
        try await IssuesSetting.with(over: transport) { setting async throws in
            try await setting.login()
            await setting.server.unplug()
            _ = try await setting.issues.logout()
            let state = setting.plugin.directories.state.string
            #expect(try FileManager.default.contentsOfDirectory(atPath: state) == [])
            await #expect { try await setting.issues.whoAmI() } throws: { IssuesCommandsTests.isNotSignedIn($0) }
        }
    }
}
