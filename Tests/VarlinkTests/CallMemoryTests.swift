import Testing

@testable import Varlink

@Suite("Memory of calls in progress", .timeLimit(.minutes(2))) struct CallMemoryTests {
    private static let limit = 10_000

    private static func call(_ method: String, _ parameters: String) -> String {
        #"{"method":"org.example.trial.\#(method)","parameters":\#(parameters)}"# + "\0"
    }

    private static let largeCall = call("Note", #"{"text":"\#(String(repeating: "n", count: 8_000))"}"#)

    private func withServer(_ body: @Sendable (TrialServer) async throws -> Void) async throws {
        var configuration = VarlinkServerConfiguration()
        configuration.maximumInputSizePerUser = Self.limit
        try await withTrialServer(configuration: configuration, body)
    }

    private func makeLargeCall(_ trial: TrialServer) async throws -> String? {
        let client = try trial.rawClient()
        // The server may have closed the connection before it has read everything.
        try? await client.send(Self.largeCall)
        return try await client.receive()
    }

    @Test("charges parameters until their call ends") func chargesParametersUntilTheirCallEnds() async throws {
        try await withServer { trial in
            let client = try trial.rawClient()
            let name = String(repeating: "a", count: 3_000)
            try await client.send(Self.call("Hold", #"{"name":"\#(name)"}"#))
            await trial.trial.diary.wait(for: "holding \(name)")
            #expect(try await makeLargeCall(trial) == nil)
            await trial.events.diary.wait(for: "closed")
            #expect(trial.events.closings == [.tooMuchInput(limitPerUser: Self.limit)])
            trial.trial.latch.open(name)
            #expect(try await client.receive() == #"{"parameters":{"state":"released"}}"#)
            #expect(try await makeLargeCall(trial) == #"{"parameters":{}}"#)
        }
    }

    @Test("releases a message once its parameters are read") func releasesAMessageOnceItsParametersAreRead()
        async throws
    {
        try await withServer { trial in
            let client = try trial.rawClient()
            let blanks = String(repeating: " ", count: 8_000)
            try await client.send(Self.call("Hold", #"{"name":"a"\#(blanks)}"#))
            await trial.trial.diary.wait(for: "holding a")
            #expect(try await makeLargeCall(trial) == #"{"parameters":{}}"#)
            trial.trial.latch.open("a")
        }
    }

    /// The parameters are 6,000 bytes of JSON, which need 32,000 bytes of memory as an array of strings.
    @Test("limits the memory of decoded parameters") func limitsTheMemoryOfDecodedParameters() async throws {
        try await withServer { trial in
            let client = try trial.rawClient()
            let tags = String(repeating: #""","#, count: 2_000) + #""""#
            try await client.send(Self.call("Keep", #"{"item":{"id":"1","kind":"plain","tags":[\#(tags)]}}"#))
            try await client.send(MalformedInputTests.call + "\0")
            #expect(try await client.receive()?.hasPrefix(#"{"error":"io.systemd.System""#) == true)
            // The connection is still usable.
            #expect(try await client.receive() == MalformedInputTests.answer)
            #expect(try await makeLargeCall(trial) == #"{"parameters":{}}"#)
        }
    }

    @Test("rejects a second read of the parameters of a call") func parametersAreReadOnce() async throws {
        let registration = VarlinkRegistration(contract: TrialContract.contract) { call in
            _ = try call.parameters(as: EchoParameters.self)
            let error = #expect(throws: ServerCallError.self) { try call.parameters(as: EchoParameters.self) }
            #expect(error == .parametersAlreadyRead)
            try call.reply(JSONObject())
        }
        try await CallTests.withCaller(.local, registration) { caller, _ in
            let reply = try await caller.call("org.example.trial.Echo", ["text": "x"])
            #expect(reply == [:])
        }
    }

    @Test(
        "counts the memory of a JSON tree",
        arguments: ["[1,[2,{}],null]", #"{"a":{"b":[true,"\#(String(repeating: "s", count: 100))"]}}"#])
    func countsTheMemoryOfAJSONTree(text: String) throws {
        let json = try EncodedJSON(parsing: Array(text.utf8))
        let size = try json.decode(as: JSONValue.self, within: .max).size
        #expect(size > text.utf8.count)
        #expect(throws: VarlinkDecodingError.self) { try json.decode(as: JSONValue.self, within: size - 1) }
    }

    @Test(
        "truncates input that an error repeats",
        arguments: [
            (#"{"method":"\#(name).Do"}"#, "interface"), (#"{"method":"org.example.trial.\#(name)"}"#, "method"),
            (#"{"method":"\#(name)"}"#, "method"),
            (#"{"method":"org.example.trial.Echo","parameters":{"text":"","\#(name)":1}}"#, "parameter"),
            (
                #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(name)"}}"#,
                "interface"
            ),
        ]) func truncatesInputThatAnErrorRepeats(call: String, field: String) async throws
    {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(call + "\0")
            let reply = try #require(try await client.receive())
            #expect(reply.contains("\"\(field)\":\""))
            #expect((200...400).contains(reply.utf8.count), "\(reply)")
        }
    }

    private static let name = String(repeating: "x", count: 10_000)
}
