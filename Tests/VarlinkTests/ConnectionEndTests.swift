import Testing

@testable import Varlink

@Suite("End of a connection", .timeLimit(.minutes(2))) struct ConnectionEndTests {
    private let diary = Diary()

    /// Records the end of each connection in the diary.
    private var trial: TrialInterface {
        var trial = TrialInterface()
        trial.onCall = { [diary] context in
            context.onConnectionEnd { [name = context.connection] in diary.write("end of \(name)") }
        }
        return trial
    }

    @Test("runs a registered closure after the connection is closed") func runsTheClosureAfterTheConnectionIsClosed()
        async throws
    {
        try await withTrialServer(trial: trial) { trial in
            let connection = try await trial.connect()
            let other = try await trial.connect()
            let name = try #require(try await connection.call("org.example.trial.Who")["connection"]?.stringValue)
            _ = try await other.call("org.example.trial.Who")
            #expect(diary.entries == [])
            await connection.close()
            await diary.wait(for: "end of \(name)")
            #expect(diary.entries == ["end of \(name)"])
        }
    }

    @Test("runs each registered closure once") func runsEachRegisteredClosureOnce() async throws {
        try await withTrialServer(trial: trial) { trial in
            let connection = try await trial.connect()
            let name = try #require(try await connection.call("org.example.trial.Who")["connection"]?.stringValue)
            _ = try await connection.call("org.example.trial.Who")
            await connection.close()
            await trial.server.shutdown(gracePeriod: .seconds(5))
            await diary.wait(for: "end of \(name)")
            #expect(Set(diary.entries) == ["end of \(name)"])
        }
        // All closures have run when the server has ended.
        #expect(diary.entries.count == 2)
    }

    /// The method ignores cancellation, so its call ends long after the connection is closed.
    @Test("runs a registered closure after the last call has ended") func runsTheClosureAfterTheLastCallHasEnded()
        async throws
    {
        try await withTrialServer(trial: trial) { trial in
            let client = try trial.rawClient()
            try await client.send(#"{"method":"org.example.trial.Break","parameters":{"how":"stubbornly"}}"# + "\0")
            await trial.trial.diary.wait(for: "stubborn")
            withExtendedLifetime(client) {}
            _ = consume client
            await trial.events.diary.wait(for: "closed")
            #expect(diary.entries == [])
            trial.trial.latch.open("stubborn")
            await trial.server.shutdown(gracePeriod: .seconds(5))
        }
        #expect(diary.entries.count == 1)
    }

    @Test("runs a closure at once if the connection has already ended") func runsALateClosureAtOnce() async throws {
        let kept = Lock<CallContext?>(nil)
        var trial = trial
        trial.onCall = { [diary] context in
            kept.withLock { $0 = context }
            context.onConnectionEnd { diary.write("first") }
        }
        try await withTrialServer(trial: trial) { trial in
            let connection = try await trial.connect()
            _ = try await connection.call("org.example.trial.Who")
            await connection.close()
            await diary.wait(for: "first")
            let context = try #require(kept.withLock { $0 })
            context.onConnectionEnd { diary.write("second") }
            #expect(diary.entries == ["first", "second"])
        }
    }

    @Test("ends a local connection when its caller is released") func endsALocalConnectionWhenItsCallerIsReleased()
        async throws
    {
        let router = try TrialServer.makeRouter(trial)
        var caller: LocalCaller? = LocalCaller(router: router)
        var copy = caller
        let name = try #require(try await caller?.call("org.example.trial.Who")["connection"]?.stringValue)
        caller = nil
        _ = try await copy?.call("org.example.trial.Note", ["text": "x"])
        #expect(diary.entries == [])
        copy = nil
        await diary.wait(for: "end of \(name)")
        #expect(Set(diary.entries) == ["end of \(name)"])
    }

    @Test("ends a local connection after its streams") func endsALocalConnectionAfterItsStreams() async throws {
        var trial = TrialInterface()
        trial.onCall = { [diary] context in context.onConnectionEnd { diary.write("end") } }
        let router = try TrialServer.makeRouter(trial)
        try await read(from: LocalCaller(router: router), opening: trial.latch)
        await diary.wait(for: "end")
    }

    private func read(from caller: LocalCaller, opening latch: Latch) async throws {
        var iterator = caller.stream("org.example.trial.Watch", ["name": "a"]).makeAsyncIterator()
        #expect(try await iterator.next() == ["state": "watching"])
        #expect(diary.entries == [])
        latch.open("a")
        #expect(try await iterator.next() == ["state": "released"])
    }
}
