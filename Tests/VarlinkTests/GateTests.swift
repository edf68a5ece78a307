import Testing

@testable import Varlink

/// What a host sees of calls, and keeps from being made.
@Suite(.timeLimit(.minutes(10))) struct GateTests {
    private static func withCaller(
        _ way: CallTests.Way, _ gate: TrialGate,
        _ body: @Sendable (any VarlinkCaller, TrialInterface) async throws -> Void
    ) async throws {
        switch way {
        case .socket:
            try await withTrialServer(gate: gate) { try await body($0.connect(), $0.trial) }
        case .local:
            let trial = TrialInterface()
            try await body(LocalCaller(router: TrialServer.makeRouter(trial, gate: gate)), trial)
        }
    }

    @Test(arguments: CallTests.Way.allCases) func aCallPassesAndItsOutcomeIsTold(_ way: CallTests.Way) async throws {
        let gate = TrialGate()
        try await Self.withCaller(way, gate) { caller, _ in
            let reply = try await caller.call("org.example.trial.Echo", ["text": "a"])
            #expect(reply == ["text": "a"])
            // The outcome was written down before the reply came.
            #expect(gate.diary.entries == [#"org.example.trial.Echo {"text":"a"}"#, "Echo: answered"])
        }
    }

    @Test(arguments: CallTests.Way.allCases) func aRefusedCallNeverReachesItsMethod(_ way: CallTests.Way) async throws {
        var gate = TrialGate()
        gate.refusal = { request in
            switch request.context.mode {
            case .oneway: ServiceError.permissionDenied
            default: request.method.name == "Echo" ? TrialError.tooMany(limit: 0) : nil
            }
        }
        try await Self.withCaller(way, gate) { caller, trial in
            await #expect(throws: TrialError.tooMany(limit: 0)) {
                try await caller.call(
                    "org.example.trial.Echo", EchoParameters(text: "x"), returning: JSONObject.self,
                    errors: TrialError.self)
            }
            try await caller.send("org.example.trial.Note", Single<_, TextField>("1"))
            _ = try await caller.call("org.example.trial.Who")
            #expect(trial.diary.entries == [])
        }
    }

    @Test func theOutcomeNamesTheErrorThatTheCallIsAnsweredWith() async throws {
        let gate = TrialGate()
        try await Self.withCaller(.socket, gate) { caller, _ in
            _ = try? await caller.call("org.example.trial.Echo", ["text": "x", "times": 101])
            _ = try? await caller.call("org.example.trial.Break", ["how": "silently"])
            _ = try? await caller.call("org.example.trial.Keep", ["item": nil])
            #expect(
                gate.diary.entries.filter { !$0.hasPrefix("org.") } == [
                    "Echo: org.example.trial.TooMany", "Break: io.systemd.System",
                    "Keep: org.varlink.service.InvalidParameter",
                ])
        }
    }

    @Test func aCallWhoseClientGoesIsToldAsCancelled() async throws {
        let gate = TrialGate()
        try await withTrialServer(gate: gate) { trial in
            let connection = try await trial.connect()
            for try await _ in connection.stream("org.example.trial.Watch", ["name": "a"]) { break }
            await gate.diary.wait(for: "Watch was cancelled")
        }
    }

    /// Its method may see that nobody reads any more before it sees that it is cancelled.
    @Test func aStreamThatIsSentToNobodyIsToldAsCancelled() async throws {
        let gate = TrialGate()
        try await withTrialServer(gate: gate) { trial in
            let client = try trial.rawClient()
            try await client.send(
                #"{"method":"org.example.trial.Count","parameters":{"to":5000,"size":10000},"more":true}"# + "\0")
            #expect(try await client.receive() != nil)
            try #require(trial.server.registry.connections.first).closeOutput()
            await gate.diary.wait(for: "Count: io.systemd.System")
            #expect(gate.diary.entries.contains("Count was cancelled"))
        }
    }

    @Test func onlyGuardedMethodsComeToTheGate() async throws {
        var gate = TrialGate()
        gate.guarded = { $0 == "org.example.trial.Echo" || $0 == "org.varlink.service.GetInterfaceDescription" }
        gate.refusal = { $0.interface == "org.varlink.service" ? ServiceError.permissionDenied : nil }
        try await Self.withCaller(.socket, gate) { [gate] caller, _ in
            let service = ServiceClient(caller)
            _ = try await caller.call("org.example.trial.Who")
            let information = try await service.getInfo()
            #expect(information.product == "Trial")
            #expect(gate.diary.entries == [])
            await #expect(throws: ServiceError.permissionDenied) {
                try await service.getInterfaceDescription(interface: "org.example.trial")
            }
            await #expect(throws: ServiceError.interfaceNotFound(interface: "org.example.other")) {
                try await caller.call("org.example.other.Echo")
            }
            #expect(gate.diary.entries.count == 1)
        }
    }

    @Test func aGuardedServiceMethodThatPassesAnswersAsEver() async throws {
        let gate = TrialGate()
        try await Self.withCaller(.socket, gate) { caller, _ in
            let service = ServiceClient(caller)
            let information = try await service.getInfo()
            #expect(information.interfaces == ["org.varlink.service", "org.example.trial"])
            await #expect(throws: ServiceError.interfaceNotFound(interface: "a.b")) {
                try await service.getInterfaceDescription(interface: "a.b")
            }
            await #expect(throws: ServiceError.invalidParameter(parameter: "extra")) {
                try await caller.call("org.varlink.service.GetInfo", ["extra": 1])
            }
            #expect(
                gate.diary.entries.filter { !$0.hasPrefix("org.") } == [
                    "GetInfo: answered", "GetInterfaceDescription: org.varlink.service.InterfaceNotFound",
                    "GetInfo: org.varlink.service.InvalidParameter",
                ])
        }
    }

    /// The gate may use the router, as long as it is asked: it is called under no lock.
    @Test func theGateMayAskTheRouter() async throws {
        let holder = RouterHolder()
        var gate = TrialGate()
        gate.guarded = { _ in holder.router?.contracts.isEmpty != true }
        let router = try TrialServer.makeRouter(TrialInterface(), gate: gate)
        holder.router = router
        router.unregister(["org.example.trial"])
        #expect(router.contracts.map(\.name) == ["org.varlink.service"])
        holder.router = nil
    }
}
