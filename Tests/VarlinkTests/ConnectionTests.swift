import Glibc
import Testing

@testable import Varlink

@Suite("Connections", .timeLimit(.minutes(2))) struct ConnectionTests {
    @Test("serves the calls of a connection in order") func servesTheCallsOfAConnectionInOrder() async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            var messages = ""
            for number in 0..<500 {
                messages += #"{"method":"org.example.trial.Echo","parameters":{"text":"\#(number)"}}"# + "\0"
                messages += #"{"method":"org.varlink.service.Missing\#(number)"}"# + "\0"
            }
            try await client.send(messages)
            for number in 0..<500 {
                #expect(try await client.receive() == #"{"parameters":{"text":"\#(number)"}}"#)
                #expect(try await client.receive()?.contains("Missing\(number)\"") == true)
            }
        }
    }

    @Test("assigns replies to the calls of several tasks") func assignsRepliesToTheCallsOfSeveralTasks() async throws {
        try await withTrialServer { trial in
            let connection = try await trial.connect()
            let replies = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let text = JSONValue.string("\(number)")
                        return try await connection.call("org.example.trial.Echo", ["text": text])["text"] == text
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies == Array(repeating: true, count: 200))
        }
    }

    @Test("serves connections concurrently") func servesConnectionsConcurrently() async throws {
        try await withTrialServer { trial in
            let first = try await trial.connect()
            let second = try await trial.connect()
            async let held = first.call("org.example.trial.Hold", ["name": "a"])
            await trial.trial.diary.wait(for: "holding a")
            let echo = try await second.call("org.example.trial.Echo", ["text": "x"])
            #expect(echo == ["text": "x"])
            trial.trial.latch.open("a")
            let reply = try await held
            #expect(reply == ["state": "released"])
        }
    }

    @Test("reports the credentials of the caller") func reportsTheCredentialsOfTheCaller() async throws {
        try await withTrialServer { trial in
            let first = try await trial.connect()
            let second = try await trial.connect()
            let who = try await [
                first.call("org.example.trial.Who"), first.call("org.example.trial.Who"),
                second.call("org.example.trial.Who"),
            ]
            #expect(who.allSatisfy { $0["user"] == .integer(Int64(getuid())) })
            #expect(who[0]["connection"] == who[1]["connection"])
            #expect(who[0]["connection"] != who[2]["connection"])
        }
    }

    @Test("cancels a call when its client disconnects") func cancelsACallWhenItsClientDisconnects() async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(#"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0")
            await trial.trial.diary.wait(for: "holding a")
            withExtendedLifetime(client) {}
            _ = consume client
            await trial.trial.diary.wait(for: "cancelled a")
        }
    }

    @Test("cancels a stream when its client disconnects") func cancelsAStreamWhenItsClientDisconnects() async throws {
        try await withTrialServer { trial in
            let connection = try await trial.connect()
            for try await reply in connection.stream("org.example.trial.Watch", ["name": "a"]) {
                #expect(reply == ["state": "watching"])
                break
            }
            await trial.trial.diary.wait(for: "cancelled a")
            await #expect(throws: VarlinkConnectionError.self) { try await connection.call("org.example.trial.Who") }
        }
    }

    @Test("ends a stream whose task is cancelled") func endsAStreamWhoseTaskIsCancelled() async throws {
        try await withTrialServer { trial in
            let connection = try await trial.connect()
            let task = Task {
                for try await _ in connection.stream("org.example.trial.Watch", ["name": "a"]) {}
            }
            await trial.trial.diary.wait(for: "holding a")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await trial.trial.diary.wait(for: "cancelled a")
        }
    }

    @Test("keeps the connection when a call is cancelled") func keepsTheConnectionWhenACallIsCancelled() async throws {
        try await withTrialServer { trial in
            let connection = try await trial.connect()
            let task = Task { try await connection.call("org.example.trial.Hold", ["name": "a"]) }
            await trial.trial.diary.wait(for: "holding a")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            async let next = connection.call("org.example.trial.Echo", ["text": "next"])
            trial.trial.latch.open("a")
            let reply = try await next
            #expect(reply == ["text": "next"])
        }
    }

    @Test("replies to a client that has shut down its sending side")
    func repliesToAClientThatHasShutDownItsSendingSide()
        async throws
    {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(
                #"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0" + MalformedInputTests.call
                    + "\0")
            client.endInput()
            await trial.trial.diary.wait(for: "holding a")
            trial.trial.latch.open("a")
            #expect(
                try await client.receiveAll() == [#"{"parameters":{"state":"released"}}"#, MalformedInputTests.answer])
        }
    }

    @Test("serves a oneway call whose client disconnects at once") func servesAOnewayCallWhoseClientDisconnectsAtOnce()
        async throws
    {
        try await withTrialServer { trial in
            for number in 0..<20 {
                let client = try trial.rawClient()
                try await client.send(
                    #"{"method":"org.example.trial.Note","parameters":{"text":"\#(number)"},"oneway":true}"# + "\0")
            }
            for number in 0..<20 { await trial.trial.diary.wait(for: "note \(number)") }
        }
    }

    /// The event loop serves a limited number of calls of a connection per tick.
    @Test("serves a waiting oneway call after its client has disconnected")
    func servesAWaitingOnewayCallAfterItsClientHasDisconnected() async throws {
        try await withTrialServer { trial in
            let calls = String(repeating: #"{"method":"org.varlink.service.GetInfo","oneway":true}"# + "\0", count: 100)
            for number in 0..<20 {
                let client = try trial.rawClient()
                try await client.send(
                    calls + #"{"method":"org.example.trial.Note","parameters":{"text":"\#(number)"},"oneway":true}"#
                        + "\0")
            }
            for number in 0..<20 { await trial.trial.diary.wait(for: "note \(number)") }
        }
    }

    /// The client reads, so its socket accepts more replies than may be unread.
    @Test("delivers more replies than the high-water mark to a client that reads")
    func deliversMoreRepliesThanTheHighWaterMarkToAClientThatReads() async throws {
        var configuration = VarlinkServerConfiguration()
        configuration.unreadReplySize = 1000
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            try await client.send(String(repeating: #"{"method":"org.varlink.service.GetInfo"}"# + "\0", count: 200))
            for _ in 0..<200 { #expect(try await client.receive()?.hasPrefix(#"{"parameters""#) == true) }
        }
    }

    /// The stream has 50 MB in replies of 10 KB, which is more than all buffers can hold.
    ///
    /// The executor has one thread, so the other call completes only when the stream is suspended or has ended.
    @Test("suspends a stream while the client does not read") func suspendsAStreamWhileTheClientDoesNotRead()
        async throws
    {
        try await withTrialServer(executor: CountingExecutor()) { trial in
            let client = try trial.rawClient()
            try await client.send(
                #"{"method":"org.example.trial.Count","parameters":{"to":5000,"size":10000},"more":true}"# + "\0")
            #expect(try await client.receive()?.contains(#""number":1,"#) == true)
            let other = try await trial.connect()
            _ = try await other.call("org.example.trial.Who")
            #expect(trial.trial.diary.entries == [])
        }
    }

    @Test("delivers a whole stream to a slow client") func deliversAWholeStreamToASlowClient() async throws {
        try await withTrialServer { trial in
            let connection = try await trial.connect()
            var numbers: [Int] = []
            for try await reply in connection.stream(
                "org.example.trial.Count", CountParameters(to: 2000, size: 5000), returning: CountReply.self,
                errors: TrialError.self)
            {
                numbers.append(reply.number)
                if numbers.count % 100 == 0 { await Task.yield() }
            }
            #expect(numbers == Array(1...2000))
            let reply = try await connection.call("org.example.trial.Echo", ["text": "after"])
            #expect(reply == ["text": "after"])
        }
    }

    /// The server must not read an unlimited number of calls from a client that does not read the replies.
    @Test("stops reading calls of a client that does not read") func stopsReadingCallsOfAClientThatDoesNotRead()
        async throws
    {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            let text = String(repeating: "z", count: 100_000)
            let call = #"{"method":"org.example.trial.Echo","parameters":{"text":"\#(text)"}}"# + "\0"
            let sending = Task {
                for _ in 0..<200 { try await client.send(call) }
            }
            let other = try await trial.connect()
            var served = -1
            while served < 1 || trial.trial.diary.entries.count != served {
                served = trial.trial.diary.entries.count
                for _ in 0..<50 { _ = try await other.call("org.example.trial.Who") }
            }
            #expect((1..<50).contains(served))
            sending.cancel()
        }
    }

    @Test("closes the connection after a reply that exceeds the size limit")
    func closesTheConnectionAtAReplyBeyondTheLimit()
        async throws
    {
        try await withTrialServer { trial in
            var configuration = VarlinkConnectionConfiguration()
            configuration.maximumMessageSize = 1000
            let connection = try await VarlinkConnection.connect(to: trial.address, configuration: configuration)
            let error = await #expect(throws: VarlinkConnectionError.self) {
                try await connection.call(
                    "org.example.trial.Echo", ["text": .string(String(repeating: "x", count: 1000))])
            }
            #expect(error?.code == .protocolViolation(.messageTooLarge(limit: 1000)))
        }
    }

    @Test("calls throw an error after the client has closed the connection") func reportsAClosedConnection()
        async throws
    {
        try await withTrialServer { trial in
            let connection = try await trial.connect()
            let held = Task { try await connection.call("org.example.trial.Hold", ["name": "a"]) }
            await trial.trial.diary.wait(for: "holding a")
            await connection.close()
            let error = await #expect(throws: VarlinkConnectionError.self) { try await held.value }
            #expect(error?.code == .closed)
            await #expect(throws: VarlinkConnectionError.self) {
                try await connection.send("org.example.trial.Note", JSONObject())
            }
        }
    }

    @Test("limits connections in total and per user") func limitsConnectionsInTotalAndPerUser() async throws {
        var configuration = VarlinkServerConfiguration()
        configuration.maximumConnections = 2
        configuration.reservedConnections = 0
        configuration.closeTimeout = .milliseconds(1)
        try await withTrialServer(configuration: configuration) { trial in
            let connections = try await [trial.connect(), trial.connect()]
            for connection in connections { _ = try await connection.call("org.example.trial.Who") }
            #expect(try await trial.rawClient().receive() == nil)
            #expect(trial.events.refusals == [.tooManyConnections(limit: 2)])
            // Keeps the connections open: a release build would otherwise close them after the calls.
            withExtendedLifetime(connections) {}
        }
        configuration.maximumConnections = 10
        configuration.maximumConnectionsPerUser = 1
        try await withTrialServer(configuration: configuration) { trial in
            let connection = try await trial.connect()
            _ = try await connection.call("org.example.trial.Who")
            #expect(try await trial.rawClient().receive() == nil)
            #expect(trial.events.refusals == [.tooManyConnectionsOfUser(limit: 1)])
            withExtendedLifetime(connection) {}
        }
    }
}
