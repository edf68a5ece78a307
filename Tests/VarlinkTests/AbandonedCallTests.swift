import Testing

@testable import Varlink

@Suite("An abandoned call", .timeLimit(.minutes(2))) struct AbandonedCallTests {
    private static let hold = #"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0"
    private static let cancelled =
        #"{"error":"io.systemd.System","parameters":{"origin":"linux","errnoName":"ECANCELED","errno":125}}"#

    @Test("has the error as its reply, and its connection serves the next call") func repliesAtOnce() async throws {
        let calls = Lock([ServerCall]())
        let trialInterface = TrialInterface()
        try await withTrialServer(trial: trialInterface) { trial in
            try trial.router.replace(
                [TrialInterface.contract.name],
                with: [
                    VarlinkRegistration(contract: TrialInterface.contract) { call in
                        calls.withLock { $0.append(call) }
                        try await trialInterface.handle(call)
                    }
                ])
            let client = try trial.rawClient()
            try await client.send(Self.hold)
            await trial.trial.diary.wait(for: "holding a")
            let first = calls.withLock { $0.first }
            let call = try #require(first)
            call.abandon(with: SystemError.cancelled)
            #expect(try await client.receive() == Self.cancelled)
            try await client.send(MalformedInputTests.call + "\0")
            #expect(try await client.receive() == MalformedInputTests.answer)
            // Neither a second error nor the late reply is sent.
            call.abandon(with: SystemError.cancelled)
            trial.trial.latch.open("a")
            try await client.send(MalformedInputTests.call + "\0")
            #expect(try await client.receive() == MalformedInputTests.answer)
        }
    }
}
