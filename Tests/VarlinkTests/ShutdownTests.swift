import Glibc
import Testing

@testable import Varlink

@Suite("Shutdown", .timeLimit(.minutes(2))) struct ShutdownTests {
    @Test("shutdown completes a call in progress") func completesACallInProgress() async throws {
        try await withTrialServer { trial in
            let busy = try trial.rawClient()
            let idle = try trial.rawClient()
            try await idle.send(MalformedInputTests.call + "\0")
            #expect(try await idle.receive() == MalformedInputTests.answer)
            try await busy.send(
                #"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0" + MalformedInputTests.call
                    + "\0")
            await trial.trial.diary.wait(for: "holding a")
            async let shutdown: Void = trial.server.shutdown(gracePeriod: .seconds(600))
            #expect(try await idle.receive() == nil)
            #expect(throws: SystemCallFailure.self) { try trial.rawClient() }
            // The connections are drained one after the other, each on its event loop.
            for connection in trial.server.registry.connections {
                while await Self.acceptsCalls(connection) {}
            }
            trial.trial.latch.open("a")
            // The waiting call does not begin.
            let replies = try await busy.receiveAll()
            #expect(replies == [#"{"parameters":{"state":"released"}}"#, Self.cancelled])
            await shutdown
            #expect(trial.events.closings == [.shutdown, .shutdown])
        }
    }

    /// Whether the connection is open and has not begun to drain.
    private static func acceptsCalls(_ connection: ServerConnection) async -> Bool {
        await withCheckedContinuation { continuation in
            connection.onEventLoop {
                continuation.resume(returning: ($0 as? ServerConnectionHandler)?.lifecycle.mayBeginCalls ?? false)
            }
        }
    }

    /// The event loop is notified of the end of a call after other work in its queue.
    @Test("begins no call between the end of the last call and the end of its connection")
    func noCallAfterDrain() async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(
                #"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0" + MalformedInputTests.call
                    + "\0")
            await trial.trial.diary.wait(for: "holding a")
            let connection = try #require(trial.server.registry.connections.first)
            connection.drain(replying: Array((Self.cancelled + "\0").utf8))
            connection.onEventLoop { [latch = trial.trial.latch] handler in
                latch.open("a")
                while connection.state.withLock({ $0.calls.isServing }) { sched_yield() }
                (handler as? ServerConnectionHandler)?.serveWaitingCalls()
            }
            #expect(try await client.receiveAll() == [#"{"parameters":{"state":"released"}}"#, Self.cancelled])
            #expect(trial.trial.diary.entries == ["holding a", "released a"])
        }
    }

    private static let cancelled =
        #"{"error":"io.systemd.System","parameters":{"origin":"linux","errnoName":"ECANCELED","errno":125}}"#

    /// The input is sent at once, so that the server reads all calls before it begins the first one.
    private static let pipelined =
        #"{"method":"org.example.trial.Echo","parameters":{"text":"x"}}"# + "\0"
        + #"{"method":"org.example.trial.Note","parameters":{"text":"x"},"oneway":true}"# + "\0"
        + #"{"method":"org.example.trial.Watch","parameters":{"name":"b"},"more":true}"# + "\0"
        + MalformedInputTests.call + "\0" + #"{"method":"org.exam"#

    @Test("shutdown replies to every call that was read", arguments: [true, false]) func repliesToEveryCallThatWasRead(
        endsByItself: Bool
    ) async throws {
        try await withTrialServer(configuration: Self.patient) { trial in
            let client = try trial.rawClient()
            try await client.send(
                #"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0" + Self.pipelined)
            await trial.trial.diary.wait(for: "holding a")
            async let shutdown: Void = trial.server.shutdown(gracePeriod: endsByItself ? .seconds(600) : .zero)
            let connection = try #require(trial.server.registry.connections.first)
            while await Self.acceptsCalls(connection) {}
            if endsByItself { trial.trial.latch.open("a") }
            let first = endsByItself ? #"{"parameters":{"state":"released"}}"# : Self.cancelled
            #expect(try await client.receiveAll() == [first, Self.cancelled, Self.cancelled, Self.cancelled])
            await shutdown
            #expect(trial.trial.diary.entries == ["holding a", endsByItself ? "released a" : "cancelled a"])
        }
    }

    @Test("shutdown replies to the calls behind a stream") func repliesToTheCallsBehindAStream() async throws {
        try await withTrialServer(configuration: Self.patient) { trial in
            let client = try trial.rawClient()
            try await client.send(
                #"{"method":"org.example.trial.Watch","parameters":{"name":"a"},"more":true}"# + "\0" + Self.pipelined)
            await trial.trial.diary.wait(for: "holding a")
            await trial.server.shutdown(gracePeriod: .seconds(3600))
            let watching = #"{"parameters":{"state":"watching"},"continues":true}"#
            #expect(
                try await client.receiveAll()
                    == [watching, Self.cancelled, Self.cancelled, Self.cancelled, Self.cancelled])
        }
    }

    /// The grace period does not apply to streams.
    @Test("shutdown ends a stream at once with a final error") func endsAStreamAtOnceWithAFinalError() async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(#"{"method":"org.example.trial.Watch","parameters":{"name":"a"},"more":true}"# + "\0")
            #expect(try await client.receive() == #"{"parameters":{"state":"watching"},"continues":true}"#)
            await trial.server.shutdown(gracePeriod: .seconds(3600))
            #expect(try await client.receiveAll() == [Self.cancelled])
        }
    }

    /// The client waits for the final reply without a time limit.
    private static var patient: VarlinkServerConfiguration {
        var configuration = VarlinkServerConfiguration()
        configuration.closeTimeout = .seconds(600)
        return configuration
    }

    @Test("shutdown cancels a call after the grace period") func cancelsACallAfterTheGracePeriod() async throws {
        try await withTrialServer(configuration: Self.patient) { trial in
            let client = try trial.rawClient()
            try await client.send(#"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0")
            await trial.trial.diary.wait(for: "holding a")
            await trial.server.shutdown(gracePeriod: .zero)
            #expect(try await client.receiveAll().count == 1)
            #expect(trial.trial.diary.entries == ["holding a", "cancelled a"])
        }
    }

    @Test("shutdown does not wait for a client that does not read") func doesNotWaitForAClientThatDoesNotRead()
        async throws
    {
        var configuration = VarlinkServerConfiguration()
        configuration.closeTimeout = .milliseconds(10)
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            try await client.send(
                #"{"method":"org.example.trial.Count","parameters":{"to":5000,"size":10000},"more":true}"# + "\0")
            #expect(try await client.receive() != nil)
            await trial.server.shutdown(gracePeriod: .zero)
        }
    }

    @Test("cancelling the task of the server ends all calls and connections")
    func endsEverythingWhenTheTaskIsCancelled() async throws {
        try await withTemporaryFolder { folder in
            let trial = TrialInterface()
            let server = VarlinkServer(router: try TrialServer.makeRouter(trial))
            try server.listen(on: .path(folder + "/socket"))
            let running = Task { try await server.run() }
            let client = try RawClient(path: folder + "/socket")
            try await client.send(#"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0")
            await trial.diary.wait(for: "holding a")
            running.cancel()
            try await running.value
            #expect(trial.diary.entries == ["holding a", "cancelled a"])
            #expect(try await client.receiveAll().count == 1)
            #expect(throws: SystemCallFailure.self) { try RawClient(path: folder + "/socket") }
        }
    }

    @Test("a server that is shut down before it runs accepts no connection") func honorsAShutdownBeforeTheStart()
        async throws
    {
        try await withTemporaryFolder { folder in
            let server = VarlinkServer(router: try TrialServer.makeRouter(TrialInterface()))
            try server.listen(on: .path(folder + "/socket"))
            await server.shutdown(gracePeriod: .zero)
            #expect(throws: SystemCallFailure.self) { try RawClient(path: folder + "/socket") }
            try await server.run()
            let error = #expect(throws: VarlinkListenError.self) { try server.listen(on: .path(folder + "/other")) }
            #expect(error?.code == .serverStopped)
        }
    }

    @Test("concurrent calls of shutdown both return") func mayBeCalledBySeveralTasks() async throws {
        try await withTrialServer(configuration: Self.patient) { trial in
            let client = try trial.rawClient()
            try await client.send(#"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0")
            await trial.trial.diary.wait(for: "holding a")
            async let first: Void = trial.server.shutdown(gracePeriod: .seconds(600))
            async let second: Void = trial.server.shutdown(gracePeriod: .zero)
            _ = await (first, second)
            #expect(try await client.receiveAll().count == 1)
        }
    }
}
