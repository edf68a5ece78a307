import Foundation
import HostInterface
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisTesting

@testable import Issues

@Suite("Cancellation by the client", .timeLimit(.minutes(2)))
struct CancellationTests {
    @Test("cancelling a command cancels the request to GitHub", arguments: ReadCommand.allCases)
    func read(command: ReadCommand) async throws {
        for transport in Transport.allCases {
            try await abandoned(over: transport) { try await command.call(on: $0) }
        }
    }

    @Test("cancelling Create cancels the request to GitHub", arguments: Transport.allCases)
    func create(over transport: Transport) async throws {
        try await abandoned(over: transport) { issues in
            _ = try await issues.create(repository: "octocat/Hello-World", title: "Tea")
        }
    }

    @Test("cancelling Login cancels the sign-in", arguments: Transport.allCases)
    func login(over transport: Transport) async throws {
        try await abandoned(over: transport, token: nil) { issues in
            for try await _ in issues.login() {}
        }
    }

    /// Runs a command while GitHub does not respond, cancels the command, and waits until its connection is closed.
    private func abandoned(
        over transport: Transport, token: String? = "gho_octocat",
        _ command: @escaping @Sendable (IssuesClient) async throws -> Void
    ) async throws {
        try await IssuesFixture.with(over: transport, token: token, settings: ["timeout": "1min"]) {
            fixture async throws in
            fixture.github.fail("/", with: .hang)
            let connect = fixture.plugin.connect
            let caller = Task {
                // The connection belongs to the command, and is closed when the command ends.
                try await command(IssuesClient(try await connect()))
            }
            var hanging = fixture.server.hanging.makeAsyncIterator()
            let request = try #require(await hanging.next())
            caller.cancel()
            var abandoned = fixture.server.abandoned.makeAsyncIterator()
            let left = try #require(await abandoned.next())
            #expect(left.path == request.path)
            _ = await caller.result
            fixture.github.repair()
            // A cancelled request does not affect the availability.
            #expect(await fixture.plugin.status().state == .running)
        }
    }

    @Test("removes a cancelled request from the waiters of the semaphore")
    func line() async throws {
        let requests = RequestSemaphore(1)
        let entered = AsyncStream<Void>.makeStream()
        let leave = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await requests.withPermit {
                    entered.continuation.yield()
                    for await _ in leave.stream {}
                }
            }
            for await _ in entered.stream { break }
            let waiting = Task { try await requests.withPermit {} }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            leave.continuation.finish()
            try await group.waitForAll()
        }
        // The permit is available: the cancelled task did not receive it.
        try await requests.withPermit {}
    }
}
