import Testing
import Varlink

/// How long the input of a client that has gone counts towards what its user may have waiting.
@Suite(.timeLimit(.minutes(10))) struct GoneClientInputTests {
    private static let limit = 10_000

    /// A call that is as large as what one user may have waiting, almost.
    private static let largeCall = call("Note", #"{"text":"\#(String(repeating: "n", count: 8_000))"}"#)

    private static func call(_ method: String, _ parameters: String, _ flags: String = "") -> String {
        #"{"method":"org.example.trial.\#(method)","parameters":\#(parameters)\#(flags)}"# + "\0"
    }

    private func withServer(_ body: @Sendable (TrialServer) async throws -> Void) async throws {
        var configuration = VarlinkServer.Configuration()
        configuration.maximumInputSizePerUser = Self.limit
        try await withTrialServer(configuration: configuration, body)
    }

    /// Sends calls, and closes the connection when something has come about.
    private func leave(_ calls: [String], on trial: TrialServer, after event: String) async throws {
        let client = try trial.rawClient()
        for call in calls { try await client.send(call) }
        await trial.trial.diary.wait(for: event)
        withExtendedLifetime(client) {}
        _ = consume client
        await trial.events.diary.wait(for: "closed")
    }

    /// Whether another client of the same user may have a large call waiting.
    private func hasRoom(_ trial: TrialServer) async throws -> Bool {
        let client = try trial.rawClient()
        // It counts as soon as it waits for its end.
        try await client.send(String(Self.largeCall.dropLast()))
        try? await client.send("\0")
        return try await client.receive() != nil
    }

    /// The same, for what the server does right after the event that a test has waited for.
    private func hasRoomSoon(_ trial: TrialServer) async throws -> Bool {
        for _ in 0..<1_000 where try await hasRoom(trial) { return true }
        return false
    }

    @Test func whatIsBehindACancelledCallIsForgottenAtOnce() async throws {
        try await withServer { trial in
            let calls = [Self.call("Break", #"{"how":"stubbornly"}"#), Self.largeCall]
            try await leave(calls, on: trial, after: "stubborn")
            #expect(try await hasRoomSoon(trial))
            trial.trial.gate.open("stubborn")
        }
    }

    @Test func whatIsBehindAOnewayCallCountsUntilItIsBegun() async throws {
        try await withServer { trial in
            let oneway = #","oneway":true"#
            let calls = [
                Self.call("Hold", #"{"name":"a"}"#, oneway), Self.largeCall.replacing("}\0", with: oneway + "}\0"),
                Self.call("Hold", #"{"name":"b"}"#, oneway),
            ]
            try await leave(calls, on: trial, after: "holding a")
            #expect(try await !hasRoom(trial))
            trial.trial.gate.open("a")
            await trial.trial.diary.wait(for: "holding b")
            #expect(try await hasRoomSoon(trial))
            trial.trial.gate.open("b")
        }
    }
}
