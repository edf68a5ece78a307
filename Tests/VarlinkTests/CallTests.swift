import Testing
import Varlink

@Suite("Calls", .timeLimit(.minutes(2))) struct CallTests {
    enum Way: CaseIterable { case socket, local }

    /// Runs a body with a caller of the trial interface.
    ///
    /// - Parameters:
    ///   - way: The transport of the calls.
    ///   - registration: The registration that replaces a ``TrialInterface``.
    ///   - body: Receives the caller.
    /// - Throws: The error of the body.
    static func withCaller(
        _ way: Way, _ registration: VarlinkRegistration? = nil,
        _ body: @Sendable (any VarlinkCaller, TrialInterface) async throws -> Void
    ) async throws {
        let replace = { @Sendable (router: VarlinkRouter) in
            if let registration { try router.replace([registration.contract.name], with: [registration]) }
        }
        switch way {
        case .socket:
            try await withTrialServer {
                try replace($0.router)
                try await body($0.connect(), $0.trial)
            }
        case .local:
            let trial = TrialInterface()
            let router = try TrialServer.makeRouter(trial)
            try replace(router)
            try await body(LocalCaller(router: router), trial)
        }
    }

    @Test("returns the reply of a method", arguments: Way.allCases) func reply(_ way: Way) async throws {
        try await Self.withCaller(way) { caller, _ in
            let reply = try await caller.call(
                "org.example.trial.Echo", EchoParameters(text: "é\n\"", times: 2),
                returning: Single<String, TextField>.self, errors: TrialError.self)
            #expect(reply.value == "é\n\"é\n\"")
        }
    }

    @Test("transfers structs, enums and arrays", arguments: Way.allCases) func transfersStructs(_ way: Way)
        async throws
    {
        try await Self.withCaller(way) { caller, _ in
            let item = TrialContract.Item(id: "1", tags: ["a", ""], kind: .starred)
            let reply = try await caller.call(
                "org.example.trial.Keep", Single<_, ItemField>(item),
                returning: Single<TrialContract.Item, ItemField>.self, errors: TrialError.self)
            #expect(reply.value == item)
        }
    }

    @Test("throws an error of the interface as its type", arguments: Way.allCases)
    func throwsAnErrorOfTheInterfaceAsItsType(_ way: Way) async throws {
        try await Self.withCaller(way) { caller, _ in
            await #expect(throws: TrialError.tooMany(limit: 100)) {
                try await caller.call(
                    "org.example.trial.Echo", EchoParameters(text: "x", times: 101),
                    returning: Single<String, TextField>.self, errors: TrialError.self)
            }
        }
    }

    @Test(
        "reports the path of an invalid parameter", arguments: Way.allCases,
        [
            ("org.example.trial.Echo", "{}", "text"),
            ("org.example.trial.Echo", #"{"text":null}"#, "text"),
            ("org.example.trial.Echo", #"{"text":1}"#, "text"),
            ("org.example.trial.Echo", #"{"text":"x","times":1.0}"#, "times"),
            ("org.example.trial.Echo", #"{"text":"x","times":"1"}"#, "times"),
            ("org.example.trial.Echo", #"{"text":"x","times":9223372036854775808}"#, "times"),
            ("org.example.trial.Echo", #"{"text":"x","extra":1}"#, "extra"),
            ("org.example.trial.Keep", #"{"item":{"id":"1","tags":["a",2],"kind":"plain"}}"#, "item.tags[1]"),
            ("org.example.trial.Keep", #"{"item":{"id":"1","kind":"odd"}}"#, "item.kind"),
            ("org.example.trial.Keep", #"{"item":{"id":"1"}}"#, "item.kind"),
            ("org.example.trial.Keep", #"{"item":{"id":"1","kind":"plain","more":{}}}"#, "item.more"),
            ("org.varlink.service.GetInfo", #"{"extra":1}"#, "extra"),
            ("org.varlink.service.GetInterfaceDescription", "{}", "interface"),
        ])
    func reportsThePathOfAnInvalidParameter(
        _ way: Way, _ row: (method: String, parameters: String, path: String)
    ) async throws {
        try await Self.withCaller(way) { caller, _ in
            let parameters = try #require(JSONValue(parsing: row.parameters).objectValue)
            await #expect(throws: ServiceError.invalidParameter(parameter: row.path)) {
                try await caller.call(row.method, parameters)
            }
        }
    }

    @Test("reports unknown interfaces and methods", arguments: Way.allCases) func reportsUnknownInterfacesAndMethods(
        _ way: Way
    )
        async throws
    {
        try await Self.withCaller(way) { caller, _ in
            await #expect(throws: ServiceError.interfaceNotFound(interface: "org.example.other")) {
                try await caller.call("org.example.other.Echo")
            }
            await #expect(throws: ServiceError.methodNotFound(method: "org.example.trial.Shout")) {
                try await caller.call("org.example.trial.Shout")
            }
            await #expect(throws: ServiceError.methodNotFound(method: "org.varlink.service.Shout")) {
                try await caller.call("org.varlink.service.Shout")
            }
            await #expect(throws: ServiceError.interfaceNotFound(interface: "org.example.other")) {
                try await ServiceClient(caller).getInterfaceDescription(interface: "org.example.other")
            }
        }
    }

    @Test("describes the service and its interfaces", arguments: Way.allCases) func describesTheServiceAndItsInterfaces(
        _ way: Way
    ) async throws {
        try await Self.withCaller(way) { caller, _ in
            let service = ServiceClient(caller)
            let information = try await service.getInfo()
            #expect(information.vendor == "Example")
            #expect(information.product == "Trial")
            #expect(information.version == "1")
            #expect(information.url == "https://example.org/")
            #expect(information.interfaces == ["org.varlink.service", "org.example.trial"])
            for name in information.interfaces {
                let text = try await service.getInterfaceDescription(interface: name).description
                #expect(try InterfaceDescription(parsing: text).name == name)
            }
        }
    }

    @Test("delivers all replies of a stream in order", arguments: Way.allCases) func deliversAllRepliesOfAStreamInOrder(
        _ way: Way
    ) async throws {
        try await Self.withCaller(way) { caller, _ in
            var numbers: [Int] = []
            for try await reply in caller.stream(
                "org.example.trial.Count", CountParameters(to: 1000), returning: CountReply.self,
                errors: TrialError.self)
            {
                numbers.append(reply.number)
            }
            #expect(numbers == Array(1...1000))
        }
    }

    @Test("requires the flag more for a stream", arguments: Way.allCases) func streamRequiresMore(
        _ way: Way
    ) async throws {
        try await Self.withCaller(way) { caller, trial in
            var states: [String?] = []
            await #expect(throws: ServiceError.expectedMore) {
                try await caller.call("org.example.trial.Count", ["to": 3])
            }
            trial.latch.open("a")
            for try await reply in caller.stream("org.example.trial.Watch", ["name": "a"]) {
                states.append(reply["state"]?.stringValue)
            }
            #expect(states == ["watching", "released"])
            let reply = try await caller.call("org.example.trial.Watch", ["name": "a"])
            #expect(reply == ["state": "released"])
        }
    }

    @Test("replies once to a call with more when the method does not stream", arguments: Way.allCases)
    func repliesOnceToACallWithMoreWhenTheMethodDoesNotStream(_ way: Way) async throws {
        try await Self.withCaller(way) { caller, _ in
            var replies: [JSONObject] = []
            for try await reply in caller.stream("org.example.trial.Echo", ["text": "x"]) { replies.append(reply) }
            #expect(replies == [["text": "x"]])
        }
    }

    @Test("serves a oneway call without a reply", arguments: Way.allCases) func servesAOnewayCallWithoutAReply(
        _ way: Way
    ) async throws {
        try await Self.withCaller(way) { caller, trial in
            try await caller.send("org.example.trial.Note", Single<_, TextField>("1"))
            try await caller.send("org.example.nowhere.Note", JSONObject())
            try await caller.send("org.example.trial.Note", JSONObject())
            try await caller.send("org.varlink.service.GetInfo", JSONObject())
            let reply = try await caller.call("org.example.trial.Echo", ["text": "after"])
            #expect(reply == ["text": "after"])
            #expect(trial.diary.entries == ["note 1", "echo after"])
        }
    }

    @Test(
        "replies with an error when a method fails", arguments: Way.allCases,
        [
            ("silently", RemoteError(name: "io.systemd.System", parameters: Self.failed)),
            ("unexpectedly", RemoteError(name: "io.systemd.System", parameters: Self.failed)),
            ("twice", RemoteError(name: "io.systemd.System", parameters: Self.failed)),
            ("unspeakably", RemoteError(name: "io.systemd.System", parameters: Self.failed)),
            ("remotely", RemoteError(name: "org.example.other.Broken", parameters: ["depth": 3])),
        ])
    func repliesWithAnErrorWhenAMethodFails(_ way: Way, _ row: (how: String, error: RemoteError)) async throws {
        try await Self.withCaller(way) { caller, _ in
            await #expect(throws: row.error) {
                try await caller.call("org.example.trial.Break", ["how": .string(row.how)])
            }
            let reply = try await caller.call("org.example.trial.Echo", ["text": "x"])
            #expect(reply == ["text": "x"])
        }
    }

    static let failed: JSONObject = ["origin": "linux", "errnoName": "EIO", "errno": 5]
}
