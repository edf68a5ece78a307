import Foundation
import HostInterface
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

/// Whoever goes away takes what he asked for along.
@Suite("A caller who goes away", .timeLimit(.minutes(10)))
struct CancellationTests {
    @Test("ends the request to GitHub", arguments: ReadCommand.allCases)
    func read(command: ReadCommand) async throws {
        for transport in Transport.allCases {
            try await abandoned(over: transport) { try await command.give(to: $0) }
        }
    }

    @Test("ends the request that creates something, too", arguments: Transport.allCases)
    func create(over transport: Transport) async throws {
        try await abandoned(over: transport) { issues in
            _ = try await issues.create(repository: "octocat/Hello-World", title: "Tea")
        }
    }

    @Test("ends a sign-in", arguments: Transport.allCases)
    func login(over transport: Transport) async throws {
        try await abandoned(over: transport, token: nil) { issues in
            for try await _ in issues.login() {}
        }
    }

    /// Gives a command to a GitHub that does not answer, goes away, and waits until GitHub sees that.
    private func abandoned(
        over transport: Transport, token: String? = "gho_octocat",
        _ command: @escaping @Sendable (IssuesClient) async throws -> Void
    ) async throws {
        try await IssuesSetting.with(over: transport, token: token, settings: ["timeout": "1min"]) {
            setting async throws in
            setting.github.fail("/", with: .hang)
            let connect = setting.plugin.connect
            let caller = Task {
                // The connection is the command's own, so that it is closed with it.
                try await command(IssuesClient(try await connect()))
            }
            var hanging = setting.server.hanging.makeAsyncIterator()
            let request = try #require(await hanging.next())
            caller.cancel()
            var abandoned = setting.server.abandoned.makeAsyncIterator()
            let left = try #require(await abandoned.next())
            #expect(left.path == request.path)
            _ = await caller.result
            setting.github.repair()
            // That nobody waited for the answer says nothing about GitHub.
            #expect(await setting.plugin.status().state == .running)
        }
    }

    @Test("does not wait in line any more")
    func line() async throws {
        let turns = Turns(1)
        let entered = AsyncStream<Void>.makeStream()
        let leave = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await turns.withTurn {
                    entered.continuation.yield()
                    for await _ in leave.stream {}
                }
            }
            for await _ in entered.stream { break }
            let waiting = Task { try await turns.withTurn {} }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            leave.continuation.finish()
            try await group.waitForAll()
        }
        // The turn was passed on, and not to the one who had left.
        try await turns.withTurn {}
    }
}
