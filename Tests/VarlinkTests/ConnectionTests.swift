import Glibc
import Testing

@testable import Varlink

/// Order, back-pressure and ends of connections.
@Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
    @Test func callsOfOneConnectionAreServedInOrder() async throws {
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

    @Test func callsOfSeveralTasksFindTheirReplies() async throws {
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

    @Test func connectionsAreServedSideBySide() async throws {
        try await withTrialServer { trial in
            let first = try await trial.connect()
            let second = try await trial.connect()
            async let held = first.call("org.example.trial.Hold", ["name": "a"])
            await trial.trial.diary.wait(for: "holding a")
            let echo = try await second.call("org.example.trial.Echo", ["text": "x"])
            #expect(echo == ["text": "x"])
            trial.trial.gate.open("a")
            let reply = try await held
            #expect(reply == ["state": "released"])
        }
    }

    @Test func theServiceKnowsWhoCalls() async throws {
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

    @Test func aCallIsCancelledWhenItsClientGoes() async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(#"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0")
            await trial.trial.diary.wait(for: "holding a")
            withExtendedLifetime(client) {}
            _ = consume client
            await trial.trial.diary.wait(for: "cancelled a")
        }
    }

    @Test func aStreamIsCancelledWhenItsClientGoes() async throws {
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

    @Test func aStreamWhoseTaskIsCancelledEnds() async throws {
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

    @Test func aCallThatIsCancelledLeavesTheConnection() async throws {
        try await withTrialServer { trial in
            let connection = try await trial.connect()
            let task = Task { try await connection.call("org.example.trial.Hold", ["name": "a"]) }
            await trial.trial.diary.wait(for: "holding a")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            async let next = connection.call("org.example.trial.Echo", ["text": "next"])
            trial.trial.gate.open("a")
            let reply = try await next
            #expect(reply == ["text": "next"])
        }
    }

    @Test func aClientThatEndsItsInputStillGetsItsReplies() async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(
                #"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0" + MalformedInputTests.call
                    + "\0")
            client.endInput()
            await trial.trial.diary.wait(for: "holding a")
            trial.trial.gate.open("a")
            #expect(
                try await client.receiveAll() == [#"{"parameters":{"state":"released"}}"#, MalformedInputTests.answer])
        }
    }

    @Test func aOnewayCallIsServedAlthoughItsClientGoesAtOnce() async throws {
        try await withTrialServer { trial in
            for number in 0..<20 {
                let client = try trial.rawClient()
                try await client.send(
                    #"{"method":"org.example.trial.Note","parameters":{"text":"\#(number)"},"oneway":true}"# + "\0")
            }
            for number in 0..<20 { await trial.trial.diary.wait(for: "note \(number)") }
        }
    }

    /// The event loop serves only so many calls of a connection before others have their turn.
    @Test func aOnewayCallIsServedAlthoughItsClientGoesBeforeItsTurn() async throws {
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

    /// More answers at a time than may be unread, where the client reads, so that its socket takes them all.
    @Test func whatTheSocketTakesAtOnceHoldsUpNothing() async throws {
        var configuration = VarlinkServer.Configuration()
        configuration.unreadReplySize = 1000
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            try await client.send(String(repeating: #"{"method":"org.varlink.service.GetInfo"}"# + "\0", count: 200))
            for _ in 0..<200 { #expect(try await client.receive()?.hasPrefix(#"{"parameters""#) == true) }
        }
    }

    /// A call may end while its reply is being written, and the next one leave more meanwhile than may be unread.
    @Test func aStreamGoesOnWhenItsRepliesWereTakenAlong() async throws {
        var configuration = VarlinkServer.Configuration()
        configuration.unreadReplySize = 1000
        configuration.unreadReplyTime = nil
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            try await client.send(MalformedInputTests.call + "\0")
            #expect(try await client.receive() == MalformedInputTests.answer)
            let connection = try #require(trial.server.registry.connections.first)
            // The task that wrote the answer may not have noted it yet.
            while !connection.isDrained { await Task.yield() }
            // In the place of a task that is writing.
            let step = connection.state.withLock { $0.output.write(Array("last\0".utf8)) }
            try await client.send(
                #"{"method":"org.example.trial.Count","parameters":{"to":10,"size":500},"more":true}"# + "\0")
            let other = try await trial.connect()
            while !connection.hasSenders { _ = try await other.call("org.example.trial.Who") }
            connection.perform(step)
            #expect(try await client.receive() == "last")
            for number in 1...10 {
                #expect(try await client.receive()?.contains(#""number":\#(number),"#) == true)
            }
        }
    }

    /// 50 MB in replies of 10 KB: far more than sockets and buffers hold.
    ///
    /// The executor has one thread, so that the other call is answered only when the stream waits, or has ended.
    @Test func aStreamWaitsForASlowClient() async throws {
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

    @Test func aSlowReaderOfAStreamGetsAllOfIt() async throws {
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

    /// Who sends calls and reads no replies is not read from without end.
    @Test func callsWithoutAReaderAreLeftWaiting() async throws {
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

    @Test func aReplyBeyondTheLimitOfTheClientClosesItsConnection() async throws {
        try await withTrialServer { trial in
            var configuration = VarlinkConnection.Configuration()
            configuration.maximumMessageSize = 1000
            let connection = try await VarlinkConnection.connect(to: trial.address, configuration: configuration)
            let error = await #expect(throws: VarlinkConnectionError.self) {
                try await connection.call(
                    "org.example.trial.Echo", ["text": .string(String(repeating: "x", count: 1000))])
            }
            #expect(error?.code == .violated(.messageTooLarge(limit: 1000)))
        }
    }

    @Test func aClosedConnectionSaysSo() async throws {
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

    @Test func connectionsAreLimitedInAllAndPerUser() async throws {
        var configuration = VarlinkServer.Configuration()
        configuration.maximumConnections = 2
        configuration.reservedConnections = 0
        configuration.closingTime = .milliseconds(1)
        try await withTrialServer(configuration: configuration) { trial in
            let connections = try await [trial.connect(), trial.connect()]
            for connection in connections { _ = try await connection.call("org.example.trial.Who") }
            #expect(try await trial.rawClient().receive() == nil)
            #expect(trial.events.refusals == [.tooManyConnections(limit: 2)])
            // Built for release, they would be closed after the calls.
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
