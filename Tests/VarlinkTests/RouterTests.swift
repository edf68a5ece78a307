import Testing
import Varlink

@Suite("Router", .timeLimit(.minutes(2))) struct RouterTests {
    private static func registration(
        _ name: String, executor: (any TaskExecutor)? = nil, answer: String = "first"
    ) -> VarlinkRegistration {
        let contract = VarlinkContract(
            name: name, description: "interface \(name)\n\nmethod Ask() -> (text: string)\n",
            methods: [.init(name: "Ask", streaming: .never)])
        return VarlinkRegistration(contract: contract, executorPreference: executor) { call in
            try call.reply(Single<_, TextField>(answer))
        }
    }

    @Test("registers and unregisters interfaces while the server runs")
    func registersAndUnregistersInterfacesWhileTheServerRuns()
        async throws
    {
        try await withTrialServer { trial in
            let connection = try await trial.connect()
            let service = ServiceClient(connection)
            try trial.router.register(Self.registration("org.example.extra"))
            #expect(
                try await service.getInfo().interfaces
                    == ["org.varlink.service", "org.example.extra", "org.example.trial"])
            #expect(try await connection.call("org.example.extra.Ask") == ["text": "first"])
            try trial.router.replace(
                ["org.example.extra"], with: [Self.registration("org.example.extra", answer: "second")])
            #expect(try await connection.call("org.example.extra.Ask") == ["text": "second"])
            trial.router.unregister(["org.example.extra", "org.example.unknown"])
            #expect(try await service.getInfo().interfaces == ["org.varlink.service", "org.example.trial"])
            await #expect(throws: ServiceError.interfaceNotFound(interface: "org.example.extra")) {
                try await connection.call("org.example.extra.Ask")
            }
        }
    }

    @Test("completes a call whose interface has been unregistered") func keepsTheInterfaceOfACall() async throws {
        try await withTrialServer { trial in
            let connection = try await trial.connect()
            async let held = connection.call("org.example.trial.Hold", ["name": "a"])
            await trial.trial.diary.wait(for: "holding a")
            trial.router.unregister(["org.example.trial"])
            trial.trial.latch.open("a")
            #expect(try await held == ["state": "released"])
        }
    }

    @Test("rejects a duplicate registration") func rejectsADuplicateRegistration() throws {
        let router = VarlinkRouter(information: TrialServer.information)
        try router.register(Self.registration("a.b"))
        #expect(throws: RegistrationError.alreadyRegistered(interface: "a.b")) {
            try router.register(Self.registration("a.b"))
        }
        #expect(throws: RegistrationError.reserved(interface: "org.varlink.service")) {
            try router.register(Self.registration("org.varlink.service"))
        }
        #expect(throws: RegistrationError.alreadyRegistered(interface: "c.d")) {
            try router.replace(["a.b"], with: [Self.registration("c.d"), Self.registration("c.d")])
        }
        #expect(router.contracts.map(\.name) == ["org.varlink.service", "a.b"])
    }

    @Test("runs methods on the executor of their interface") func runsMethodsOnTheExecutorOfTheirInterface()
        async throws
    {
        try await withTrialServer { trial in
            let executors = [CountingExecutor(), CountingExecutor()]
            for (number, executor) in executors.enumerated() {
                try trial.router.register(Self.registration("org.example.e\(number)", executor: executor))
            }
            let connection = try await trial.connect()
            for number in [0, 0, 1, 0, 1, 1] {
                #expect(try await connection.call("org.example.e\(number).Ask") == ["text": "first"])
            }
            _ = try await connection.call("org.example.trial.Echo", ["text": "x"])
            let local = LocalCaller(router: trial.router)
            #expect(try await local.call("org.example.e0.Ask") == ["text": "first"])
            #expect(executors.allSatisfy { $0.jobs > 0 })
        }
    }

    @Test("maps errors with the error mapper of the router") func mapsErrorsByTheErrorMapper() async throws {
        let router = VarlinkRouter(information: TrialServer.information) { error in
            if error is Breakage { return TrialError.tooMany(limit: 7) }
            return SystemError(errno: 1, errnoName: "EPERM")
        }
        try router.register(TrialInterface())
        let caller = LocalCaller(router: router)
        await #expect(throws: RemoteError(name: "org.example.trial.TooMany", parameters: ["limit": 7])) {
            try await caller.call("org.example.trial.Break", ["how": "unexpectedly"])
        }
        await #expect(throws: SystemError(errno: 1, errnoName: "EPERM")) {
            try await caller.call(
                "org.example.trial.Break", Single<_, HowField>("silently"), returning: JSONObject.self,
                errors: SystemError.self)
        }
    }

    @Test("cancels an abandoned local stream") func cancelsAnAbandonedLocalStream() async throws {
        let trial = TrialInterface()
        let caller = LocalCaller(router: try TrialServer.makeRouter(trial))
        for try await _ in caller.stream("org.example.trial.Watch", ["name": "a"]) { break }
        await trial.diary.wait(for: "cancelled a")
    }

    @Test("suspends a local stream until its replies are taken") func suspendsALocalStreamUntilItsRepliesAreTaken()
        async throws
    {
        let trial = TrialInterface()
        let caller = LocalCaller(router: try TrialServer.makeRouter(trial))
        for try await _ in caller.stream("org.example.trial.Count", ["to": 1000]) {
            for _ in 0..<100 { await Task.yield() }
            #expect(trial.diary.entries == [])
            break
        }
    }
}
