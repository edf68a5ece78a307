import Testing

@testable import Varlink

@Suite("Interceptors", .timeLimit(.minutes(2))) struct InterceptorTests {
    private static func withCaller(
        _ way: CallTests.Way, _ interceptor: TrialInterceptor,
        _ body: @Sendable (any VarlinkCaller, TrialInterface) async throws -> Void
    ) async throws {
        switch way {
        case .socket:
            try await withTrialServer(interceptor: interceptor) { try await body($0.connect(), $0.trial) }
        case .local:
            let trial = TrialInterface()
            try await body(LocalCaller(router: TrialServer.makeRouter(trial, interceptor: interceptor)), trial)
        }
    }

    @Test("reports the outcome of a call before its reply", arguments: CallTests.Way.allCases)
    func reportsTheOutcomeOfACallBeforeItsReply(_ way: CallTests.Way) async throws {
        let interceptor = TrialInterceptor()
        try await Self.withCaller(way, interceptor) { caller, _ in
            let reply = try await caller.call("org.example.trial.Echo", ["text": "a"])
            #expect(reply == ["text": "a"])
            // The outcome was recorded before the reply arrived.
            #expect(interceptor.diary.entries == [#"org.example.trial.Echo {"text":"a"}"#, "Echo: answered"])
        }
    }

    @Test("does not run the method of a rejected call", arguments: CallTests.Way.allCases)
    func doesNotRunTheMethodOfARejectedCall(_ way: CallTests.Way) async throws {
        var interceptor = TrialInterceptor()
        interceptor.rejection = { request in
            switch request.context.mode {
            case .oneway: ServiceError.permissionDenied
            default: request.method.name == "Echo" ? TrialError.tooMany(limit: 0) : nil
            }
        }
        try await Self.withCaller(way, interceptor) { caller, trial in
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

    @Test("ends a stream whose permission is withdrawn, before its next reply", arguments: CallTests.Way.allCases)
    func endsAStreamWhosePermissionIsWithdrawn(_ way: CallTests.Way) async throws {
        let checks = Lock(0)
        var interceptor = TrialInterceptor()
        interceptor.rejection = { request in
            request.checkReplies {
                let number = checks.withLock { checks in
                    checks += 1
                    return checks
                }
                if number > 2 { throw ServiceError.permissionDenied }
            }
            return nil
        }
        let outcomes = interceptor.diary
        try await Self.withCaller(way, interceptor) { caller, trial in
            var numbers: [JSONValue?] = []
            await #expect(throws: ServiceError.permissionDenied) {
                for try await reply in caller.stream("org.example.trial.Count", ["to": 9]) {
                    numbers.append(reply["number"] ?? nil)
                }
            }
            #expect(numbers == [1, 2])
            // The method has ended, too.
            #expect(trial.diary.entries == [])
            #expect(outcomes.entries.last == "Count: org.varlink.service.PermissionDenied")
        }
    }

    @Test("reports the error of the reply") func reportsTheErrorOfTheReply() async throws {
        let interceptor = TrialInterceptor()
        try await Self.withCaller(.socket, interceptor) { caller, _ in
            _ = try? await caller.call("org.example.trial.Echo", ["text": "x", "times": 101])
            _ = try? await caller.call("org.example.trial.Break", ["how": "silently"])
            _ = try? await caller.call("org.example.trial.Keep", ["item": nil])
            #expect(
                interceptor.diary.entries.filter { !$0.hasPrefix("org.") } == [
                    "Echo: org.example.trial.TooMany", "Break: io.systemd.System",
                    "Keep: org.varlink.service.InvalidParameter",
                ])
        }
    }

    @Test("reports a call as cancelled when its client disconnects")
    func reportsACallAsCancelledWhenItsClientDisconnects()
        async throws
    {
        let interceptor = TrialInterceptor()
        try await withTrialServer(interceptor: interceptor) { trial in
            let connection = try await trial.connect()
            for try await _ in connection.stream("org.example.trial.Watch", ["name": "a"]) { break }
            await interceptor.diary.wait(for: "Watch was cancelled")
        }
    }

    /// The method may observe the closed connection before its cancellation.
    @Test("reports a stream as cancelled when sending fails") func reportsAStreamAsCancelledWhenSendingFails()
        async throws
    {
        let interceptor = TrialInterceptor()
        try await withTrialServer(interceptor: interceptor) { trial in
            let client = try trial.rawClient()
            try await client.send(
                #"{"method":"org.example.trial.Count","parameters":{"to":5000,"size":10000},"more":true}"# + "\0")
            #expect(try await client.receive() != nil)
            try #require(trial.server.registry.connections.first).closeOutput()
            await interceptor.diary.wait(for: "Count: io.systemd.System")
            #expect(interceptor.diary.entries.contains("Count was cancelled"))
        }
    }

    @Test("intercepts only the chosen methods") func interceptsOnlyTheChosenMethods() async throws {
        var interceptor = TrialInterceptor()
        interceptor.isIntercepted = {
            $0 == "org.example.trial.Echo" || $0 == "org.varlink.service.GetInterfaceDescription"
        }
        interceptor.rejection = { $0.interface == "org.varlink.service" ? ServiceError.permissionDenied : nil }
        try await Self.withCaller(.socket, interceptor) { [interceptor] caller, _ in
            let service = ServiceClient(caller)
            _ = try await caller.call("org.example.trial.Who")
            let information = try await service.getInfo()
            #expect(information.product == "Trial")
            #expect(interceptor.diary.entries == [])
            await #expect(throws: ServiceError.permissionDenied) {
                try await service.getInterfaceDescription(interface: "org.example.trial")
            }
            await #expect(throws: ServiceError.interfaceNotFound(interface: "org.example.other")) {
                try await caller.call("org.example.other.Echo")
            }
            #expect(interceptor.diary.entries.count == 1)
        }
    }

    @Test("serves intercepted methods of org.varlink.service") func servesInterceptedMethodsOfOrgVarlinkService()
        async throws
    {
        let interceptor = TrialInterceptor()
        try await Self.withCaller(.socket, interceptor) { caller, _ in
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
                interceptor.diary.entries.filter { !$0.hasPrefix("org.") } == [
                    "GetInfo: answered", "GetInterfaceDescription: org.varlink.service.InterfaceNotFound",
                    "GetInfo: org.varlink.service.InvalidParameter",
                ])
        }
    }

    /// The interceptor may use the router, because it is called without a lock.
    @Test("allows an interceptor to use the router") func allowsAnInterceptorToUseTheRouter() async throws {
        let holder = RouterHolder()
        var interceptor = TrialInterceptor()
        interceptor.isIntercepted = { _ in holder.router?.contracts.isEmpty != true }
        let router = try TrialServer.makeRouter(TrialInterface(), interceptor: interceptor)
        holder.router = router
        router.unregister(["org.example.trial"])
        #expect(router.contracts.map(\.name) == ["org.varlink.service"])
        holder.router = nil
    }
}
