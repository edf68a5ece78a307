import Glibc
import Testing
import Varlink

@Suite("Limits", .timeLimit(.minutes(2))) struct LimitTests {
    private static func configuration(
        _ change: (inout VarlinkServerConfiguration) -> Void
    ) -> VarlinkServerConfiguration {
        var configuration = VarlinkServerConfiguration()
        change(&configuration)
        return configuration
    }

    private static func call(_ method: String, _ parameters: String, _ flags: String = "") -> String {
        #"{"method":"org.example.trial.\#(method)","parameters":\#(parameters)\#(flags)}"# + "\0"
    }

    @Test("closes a connection whose message stays incomplete") func closesTheConnectionOfAnIncompleteMessage()
        async throws
    {
        let configuration = Self.configuration { $0.messageTimeout = .milliseconds(50) }
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            try await client.send(MalformedInputTests.call + "\0")
            #expect(try await client.receive() == MalformedInputTests.answer)
            try await client.send(#"{"method":"org"#)
            #expect(try await client.receive() == nil)
            await trial.events.diary.wait(for: "closed")
            #expect(trial.events.closings == [.messageTimeout])
        }
    }

    @Test("new limits apply to further connections, and an open connection keeps its limits")
    func newLimits() async throws {
        let configuration = Self.configuration { $0.reservedConnections = 0 }
        try await withTrialServer(configuration: configuration) { trial in
            let first = try trial.rawClient()
            try await first.send(MalformedInputTests.call + "\0")
            #expect(try await first.receive() == MalformedInputTests.answer)
            let limits = Self.configuration {
                $0.maximumMessageSize = 1_000
                $0.maximumConnectionsPerUser = 2
                $0.reservedConnections = 0
            }
            trial.server.configure(limits)
            #expect(trial.server.configuration == limits)
            let call = Self.call("Echo", #"{"text":"\#(String(repeating: "x", count: 2_000))"}"#)
            let second = try trial.rawClient()
            try? await second.send(call)
            #expect(try await second.receive() == nil)
            #expect(trial.events.violations == [.messageTooLarge(limit: 1_000)])
            try await first.send(call)
            #expect(try await first.receive()?.contains("xxx") == true)
            // The closed connection may still count.
            while !Task.isCancelled, trial.server.load.connections > 1 { await Task.yield() }
            let third = try trial.rawClient()
            try await third.send(MalformedInputTests.call + "\0")
            #expect(try await third.receive() == MalformedInputTests.answer)
            let refused = try trial.rawClient()
            try await refused.send(MalformedInputTests.call + "\0")
            // The reply has the reason, as for the limits at the start.
            #expect(try await refused.receiveAll().first?.contains("EBUSY") == true)
            #expect(trial.events.refusals == [.tooManyConnectionsOfUser(limit: 2)])
            trial.server.configure(Self.configuration { $0.maximumConnectionsPerUser = 3 })
            let fourth = try trial.rawClient()
            try await fourth.send(MalformedInputTests.call + "\0")
            #expect(try await fourth.receive() == MalformedInputTests.answer)
            withExtendedLifetime((first, third)) {}
        }
    }

    @Test("limits incomplete input per user") func limitsIncompleteInputPerUser() async throws {
        let configuration = Self.configuration {
            $0.maximumInputSizePerUser = 10_000
            $0.messageTimeout = nil
        }
        try await withTrialServer(configuration: configuration) { trial in
            let part = #"{"method":""# + String(repeating: "x", count: 8000)
            let clients = try [trial.rawClient(), trial.rawClient()]
            for client in clients { try await client.send(part) }
            // The input of one client exceeds the rest of the limit.
            await trial.events.diary.wait(for: "closed")
            #expect(trial.events.closings == [.tooMuchInput(limitPerUser: 10_000)])
            // Keeps the connections open: a release build would otherwise close them after the sending.
            withExtendedLifetime(clients) {}
        }
    }

    @Test("closes the connection when a message exceeds the size limit during a call")
    func closesTheConnectionOfAnOversizedMessageDuringACall() async throws {
        let configuration = Self.configuration { $0.maximumMessageSize = 100_000 }
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            try await client.send(Self.call("Watch", #"{"name":"a"}"#, #","more":true"#))
            #expect(try await client.receive() == #"{"parameters":{"state":"watching"},"continues":true}"#)
            // The server may have closed the connection before it has read everything.
            try? await client.send(String(repeating: "x", count: 1_000_000))
            #expect(try await client.receive() == nil)
            #expect(trial.events.violations == [.messageTooLarge(limit: 100_000)])
            await trial.trial.diary.wait(for: "cancelled a")
        }
    }

    @Test("does not charge the user for input that has been served") func doesNotChargeServedInput() async throws {
        let configuration = Self.configuration { $0.maximumInputSizePerUser = 10_000 }
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            let text = String(repeating: "x", count: 3000)
            for _ in 0..<20 {
                try await client.send(Self.call("Echo", #"{"text":"\#(text)"}"#))
                #expect(try await client.receive() == #"{"parameters":{"text":"\#(text)"}}"#)
            }
        }
    }

    @Test("closes an idle connection") func closesAnIdleConnection() async throws {
        let configuration = Self.configuration { $0.idleTimeout = .seconds(1) }
        try await withTrialServer(configuration: configuration) { trial in
            // The call of `busy` arrives before the server accepts the connection, so the connection is never idle.
            var ends: [CInt] = [0, 0]
            try requireSuccess(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends))
            let busy = RawClient(descriptor: ends[0])
            try await busy.send(Self.call("Hold", #"{"name":"a"}"#))
            try trial.server.adopt(connectedDescriptor: ends[1])
            await trial.trial.diary.wait(for: "holding a")
            let idle = try trial.rawClient()
            #expect(try await idle.receive() == nil)
            await trial.events.diary.wait(for: "closed")
            #expect(trial.events.closings == [.idle])
            trial.trial.latch.open("a")
            #expect(try await busy.receive() == #"{"parameters":{"state":"released"}}"#)
        }
    }

    /// Oneway calls continue without their client, so the retained input still counts.
    @Test("counts a connection until its last call has ended") func countsAConnectionUntilItsLastCallHasEnded()
        async throws
    {
        for perUser in [false, true] {
            let configuration = Self.configuration {
                $0.reservedConnections = 0
                $0.closeTimeout = .milliseconds(1)
                $0.maximumConnections = perUser ? 10 : 1
                $0.maximumConnectionsPerUser = perUser ? 1 : 10
            }
            try await withTrialServer(configuration: configuration) { trial in
                try await Self.leaveOnewayCall(on: trial)
                #expect(try await trial.rawClient().receive() == nil)
                #expect(
                    trial.events.refusals == [
                        perUser ? .tooManyConnectionsOfUser(limit: 1) : .tooManyConnections(limit: 1)
                    ])
                trial.trial.latch.open("a")
                // The server is notified of the end of a call after its method has returned.
                while !Task.isCancelled {
                    let client = try trial.rawClient()
                    try? await client.send(MalformedInputTests.call + "\0")
                    if try await client.receive() == MalformedInputTests.answer { break }
                }
            }
        }
    }

    @Test("charges input until the last call has ended") func chargesInputUntilTheLastCallHasEnded()
        async throws
    {
        let configuration = Self.configuration { $0.maximumInputSizePerUser = 10_000 }
        try await withTrialServer(configuration: configuration) { trial in
            try await Self.leaveOnewayCall(on: trial, before: 8000)
            let client = try trial.rawClient()
            try await client.send(#"{"method":""# + String(repeating: "x", count: 8000))
            #expect(try await client.receive() == nil)
            trial.trial.latch.open("a")
            await trial.server.shutdown(gracePeriod: .seconds(30))
            #expect(trial.events.closings == [.client, .tooMuchInput(limitPerUser: 10_000)])
        }
    }

    /// Creates a closed connection with two oneway calls, the first of which waits for the latch `a`.
    private static func leaveOnewayCall(on trial: TrialServer, before size: Int = 0) async throws {
        let client = try trial.rawClient()
        try await client.send(call("Hold", #"{"name":"a"}"#, #","oneway":true"#))
        await trial.trial.diary.wait(for: "holding a")
        let text = String(repeating: "n", count: size)
        try await client.send(call("Note", #"{"text":"\#(text)"}"#, #","oneway":true"#))
        withExtendedLifetime(client) {}
        _ = consume client
        await trial.events.diary.wait(for: "closed")
    }

    /// The client sends 5 MB of calls, and only the number of waiting calls is limited.
    @Test("limits the number of waiting calls") func limitsTheNumberOfWaitingCalls() async throws {
        let configuration = Self.configuration {
            $0.maximumWaitingCalls = 4
            $0.readAheadSize = 100_000_000
        }
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            try await client.send(Self.call("Hold", #"{"name":"a"}"#))
            await trial.trial.diary.wait(for: "holding a")
            let sent = Counter()
            let text = String(repeating: "n", count: 10_000)
            let calls = String(repeating: Self.call("Note", #"{"text":"\#(text)"}"#, #","oneway":true"#), count: 500)
            async let sending: Void = {
                try await client.send(calls)
                sent.increment()
            }()
            let other = try await trial.connect()
            for _ in 0..<50 { _ = try await other.call("org.example.trial.Who") }
            #expect(sent.value == 0)
            trial.trial.latch.open("a")
            try await sending
            #expect(try await client.receive() == #"{"parameters":{"state":"released"}}"#)
        }
        // All calls have been served, and none was rejected.
    }

    @Test("ends the stream of a client that does not read, and keeps its connection")
    func endsTheStreamOfAClientThatDoesNotRead() async throws {
        let configuration = Self.configuration { $0.unreadReplyTimeout = .milliseconds(50) }
        let interceptor = TrialInterceptor()
        try await withTrialServer(configuration: configuration, interceptor: interceptor) { trial in
            let client = try trial.rawClient()
            try await client.send(Self.call("Count", #"{"to":5000,"size":10000}"#, #","more":true"#))
            let other = try await trial.connect()
            let reply = try await other.call("org.example.trial.Echo", ["text": "x"])
            #expect(reply == ["text": "x"])
            await interceptor.diary.wait(for: "Count: io.systemd.System")
            // The earlier replies are delivered, followed by the final error.
            var numbers = 0
            while let message = try await client.receive() {
                if message.contains(#""error":"io.systemd.System""#) { break }
                numbers += 1
                #expect(message.contains(#""number":\#(numbers),"#))
            }
            #expect((1..<5000).contains(numbers))
            // The connection is still usable.
            try await client.send(MalformedInputTests.call + "\0")
            #expect(try await client.receive() == MalformedInputTests.answer)
        }
    }

    /// The client has thousands of waiting calls at all times.
    ///
    /// The executor of the methods has one thread.
    @Test(
        "serves other clients while one client pipelines calls without end",
        arguments: ["org.example.trial.Echo", "org.varlink.service.GetInfo"])
    func servesOtherClientsWhileOnePipelinesEndlessly(method: String) async throws {
        let call = #"{"method":"\#(method)"\#(method.hasSuffix("Echo") ? #","parameters":{"text":"x"}"# : "")}"# + "\0"
        try await withTrialServer(executor: CountingExecutor()) { trial in
            let greedy = try trial.rawClient()
            let reader = greedy.duplicate()
            let others = try (0..<4).map { _ in try trial.rawClient() }
            let enough = Counter()
            async let sending: Void = {
                repeat { try await greedy.send(String(repeating: call, count: 10_000)) } while enough.value == 0
                greedy.endInput()
            }()
            async let replies = reader.countMessages()
            // The counter may be incremented twice. Without this line, a failed test would never stop sending.
            defer { enough.increment() }
            for other in others {
                for _ in 0..<5 {
                    try await other.send(call)
                    #expect(try await other.receive() != nil)
                }
            }
            enough.increment()
            try await sending
            #expect(try await replies >= 10_000)
        }
    }
}
