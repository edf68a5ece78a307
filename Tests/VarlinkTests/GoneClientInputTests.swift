import Testing
import Varlink

@Suite("Input of disconnected clients", .timeLimit(.minutes(2))) struct GoneClientInputTests {
    private static let limit = 10_000

    /// A call that takes almost the whole limit of one user.
    private static let largeCall = call("Note", #"{"text":"\#(String(repeating: "n", count: 8_000))"}"#)

    private static func call(_ method: String, _ parameters: String, _ flags: String = "") -> String {
        #"{"method":"org.example.trial.\#(method)","parameters":\#(parameters)\#(flags)}"# + "\0"
    }

    private func withServer(_ body: @Sendable (TrialServer) async throws -> Void) async throws {
        var configuration = VarlinkServerConfiguration()
        configuration.maximumInputSizePerUser = Self.limit
        try await withTrialServer(configuration: configuration, body)
    }

    /// Sends calls, and closes the connection after an event.
    private func leave(_ calls: [String], on trial: TrialServer, after event: String) async throws {
        let client = try trial.rawClient()
        for call in calls { try await client.send(call) }
        await trial.trial.diary.wait(for: event)
        withExtendedLifetime(client) {}
        _ = consume client
        await trial.events.diary.wait(for: "closed")
    }

    /// Returns whether another client of the same user may have a large waiting call.
    private func hasRoom(_ trial: TrialServer) async throws -> Bool {
        let client = try trial.rawClient()
        // The call is charged before its last byte arrives.
        try await client.send(String(Self.largeCall.dropLast()))
        try? await client.send("\0")
        return try await client.receive() != nil
    }

    /// Returns whether a large call becomes possible soon after an event, because the server still discards input then.
    private func hasRoomSoon(_ trial: TrialServer) async throws -> Bool {
        for _ in 0..<1_000 where try await hasRoom(trial) { return true }
        return false
    }

    @Test("discards the calls behind a cancelled call") func discardsTheCallsBehindACancelledCall() async throws {
        try await withServer { trial in
            let calls = [Self.call("Break", #"{"how":"stubbornly"}"#), Self.largeCall]
            try await leave(calls, on: trial, after: "stubborn")
            #expect(try await hasRoomSoon(trial))
            trial.trial.latch.open("stubborn")
        }
    }

    @Test("charges the calls behind a oneway call until they begin")
    func chargesTheCallsBehindAOnewayCallUntilTheyBegin()
        async throws
    {
        try await withServer { trial in
            let oneway = #","oneway":true"#
            let calls = [
                Self.call("Hold", #"{"name":"a"}"#, oneway), Self.largeCall.replacing("}\0", with: oneway + "}\0"),
                Self.call("Hold", #"{"name":"b"}"#, oneway),
            ]
            try await leave(calls, on: trial, after: "holding a")
            #expect(try await !hasRoom(trial))
            trial.trial.latch.open("a")
            await trial.trial.diary.wait(for: "holding b")
            #expect(try await hasRoomSoon(trial))
            trial.trial.latch.open("b")
        }
    }
}
