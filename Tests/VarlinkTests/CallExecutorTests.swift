import Glibc
import Testing

@testable import Varlink

@Suite("Call executors", .timeLimit(.minutes(2))) struct CallExecutorTests {
    @Test("starts a call on the executor") func startsACallOnTheExecutor() async throws {
        let executor = HoldingExecutor()
        try await withTrialServer(executor: executor) { trial in
            let connection = try await trial.connect()
            async let reply = connection.call("org.example.trial.Echo", ["text": "hello"])
            await executor.diary.wait(for: "held")
            #expect(trial.trial.diary.entries.isEmpty)
            executor.release()
            #expect(try await reply["text"] == "hello")
        }
    }

    @Test("the executor receives the user of each call, from another process and from this one")
    func theExecutorReceivesTheUser() async throws {
        let executor = HoldingExecutor()
        executor.release()
        try await withTrialServer(executor: executor) { trial in
            let connection = try await trial.connect()
            _ = try await connection.call("org.example.trial.Echo", ["text": "hello"])
            #expect(executor.diary.entries == ["begin for \(geteuid())"])
            let router = trial.server.router
            for peer in [PeerCredentials(processID: 1, userID: 4_000, groupID: 1), nil] {
                _ = try await LocalCaller(router: router, peer: peer).call("org.example.trial.Echo", ["text": "hello"])
            }
            #expect(executor.diary.entries.dropFirst() == ["executor for 4000", "executor for nobody"])
        }
    }

    @Test("cancels a call that has not started when its client disconnects")
    func cancelsACallThatHasNotStartedWhenItsClientDisconnects() async throws {
        let executor = HoldingExecutor()
        try await withTrialServer(executor: executor) { trial in
            let client = try trial.rawClient()
            try await client.send(#"{"method":"org.example.trial.Hold","parameters":{"name":"it"}}"# + "\0")
            await executor.diary.wait(for: "held")
            withExtendedLifetime(client) {}
            _ = consume client
            executor.release()
            await trial.trial.diary.wait(for: "cancelled it")
            await trial.events.diary.wait(for: "closed")
        }
    }

    @Test("shutdown waits for a call that has not started") func waitsForACallThatHasNotStarted() async throws {
        let executor = HoldingExecutor()
        try await withTrialServer(executor: executor) { trial in
            let connection = try await trial.connect()
            async let reply = connection.call("org.example.trial.Echo", ["text": "hello"])
            await executor.diary.wait(for: "held")
            async let end: Void = trial.server.shutdown(gracePeriod: .seconds(600))
            executor.release()
            #expect(try await reply["text"] == "hello")
            await end
        }
    }
}
