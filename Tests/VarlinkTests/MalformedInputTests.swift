import Testing
import Varlink

@Suite("Malformed input", .timeLimit(.minutes(2))) struct MalformedInputTests {
    static let call = #"{"method":"org.example.trial.Echo","parameters":{"text":"x"}}"#
    static let answer = #"{"parameters":{"text":"x"}}"#

    static func invalid(_ parameter: String) -> String {
        #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\#(parameter)"}}"#
    }

    /// The connection is closed without a reply, after the replies to earlier calls.
    @Test(
        "closes the connection after a malformed message",
        arguments: [
            "not json", #"{"method":"a.b.C""#, #"{"method":"a.b.C"}garbage"#, #"{"method":"a.b.C"}{"method":"a.b.C"}"#,
            #"{"method":"a.b.C",}"#, #"{"method":"a.b.C"/*c*/}"#, "\u{FEFF}" + #"{"method":"a.b.C"}"#,
            #"{"method":"a.b.C","parameters":{"n":NaN}}"#, "", " \n", "[]", #""x""#, "1", "null", "{}",
            #"{"parameters":{}}"#, #"{"method":1}"#, #"{"method":null}"#, #"{"method":"a.b.C","foo":1}"#,
            #"{"method":"a.b.C","foo":{}}"#, #"{"method":"a.b.C","org.example":1}"#,
            #"{"method":"a.b.C","more":true,"oneway":true}"#, #"{"method":"a.b.C","more":true,"upgrade":true}"#,
            #"{"method":"a.b.C","more":null}"#, #"{"method":"a.b.C","more":"true"}"#, #"{"method":"a.b.C","oneway":1}"#,
            #"{"method":"a.b.C","upgrade":[]}"#, #"{"method":"a.b.C","parameters":[]}"#,
            #"{"method":"a.b.C","parameters":"x"}"#, #"{"method":"a.b.C","method":"a.b.C"}"#,
            #"{"method":"a.b.C","parameters":{},"parameters":{}}"#, #"{"method":"a.b.C","org.example":{"a":1,"a":2}}"#,
            #"{"method":"a.b.C","parameters":{"a":"\u0000"}}"#, #"{"method":"a.b.C","parameters":{"a":"\ud800"}}"#,
            #"{"method":"a.b.C","parameters":{"a":01}}"#,
        ])
    func closes(_ message: String) async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(Self.call + "\0" + message + "\0" + Self.call + "\0")
            #expect(try await client.receiveAll() == [Self.answer])
            #expect(trial.events.violations.count == 1)
        }
    }

    @Test func bytesThatAreNotUTF8Close() async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(
                Array(#"{"method":"a.b.C","parameters":{"a":"\#u{1}"}}"#.utf8).map { $0 == 1 ? 0xFF : $0 } + [0])
            #expect(try await client.receiveAll() == [])
        }
    }

    /// The server replies to the call, and the connection remains open.
    @Test(
        "replies to an invalid call and keeps the connection open",
        arguments: [
            (#" \#n{ "method" : "org.example.trial.Echo" , "parameters" : { "text" : "x" } } \#t"#, answer),
            (
                #"{"method":"org.example.trial.Echo","parameters":{"text":"x"},"more":false,"oneway":false,"upgrade":false}"#,
                answer
            ),
            (#"{"method":"org.example.trial.Echo","parameters":{"text":"x"},"more":true,"oneway":false}"#, answer),
            (#"{"method":"org.example.trial.Note","parameters":{"text":"x"}}"#, #"{"parameters":{}}"#),
            (#"{"org.example":{"a":[1]},"method":"org.example.trial.Echo","parameters":{"text":"x"}}"#, answer),
            (#"{"m\u0065thod":"org.example.trial.Echo","parameters":{"\u0074ext":"x"}}"#, answer),
            (#"{"method":"org.example.trial.Echo","parameters":null}"#, invalid("text")),
            (#"{"method":"org.example.trial.Echo"}"#, invalid("text")),
            (#"{"method":"org.example.trial.Echo","parameters":{"text":"x","extra":1}}"#, invalid("extra")),
            (#"{"method":"org.example.trial.Echo","parameters":{"text":null}}"#, invalid("text")),
            (#"{"method":"org.example.trial.Echo","parameters":{"text":"x","text":"y"}}"#, invalid("text")),
            (
                #"{"method":"org.example.trial.Keep","parameters":{"item":{"id":"1","kind":"plain","tags":[],"id":"2"}}}"#,
                invalid("item.id")
            ),
            (
                #"{"method":"org.varlink.service.GetInfo","parameters":{"a":[{"b":0},{"c":0,"c":1}]}}"#,
                invalid("a[1].c")
            ),
            (
                #"{"method":"org.example.other.Echo"}"#,
                #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.example.other"}}"#
            ),
            (
                #"{"method":"org.example.trial.Shout"}"#,
                #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"org.example.trial.Shout"}}"#
            ),
            (#"{"method":"Echo"}"#, #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"Echo"}}"#),
            (#"{"method":""}"#, #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":""}}"#),
            (
                #"{"method":"org.example.trial.Echo","upgrade":true}"#,
                #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"org.example.trial.Echo"}}"#
            ),
            (
                #"{"method":"org.example.trial.Count","parameters":{"to":1}}"#,
                #"{"error":"org.varlink.service.ExpectedMore"}"#
            ),
        ])
    func answers(_ message: String, _ reply: String) async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(message + "\0" + Self.call + "\0")
            #expect(try await client.receive() == reply)
            #expect(try await client.receive() == Self.answer)
        }
    }

    @Test("accepts parameters nested up to the limit") func allowsNestingUpToTheLimit() async throws {
        @Sendable func deep(_ depth: Int) -> String {
            let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return #"{"method":"org.varlink.service.GetInfo","parameters":{"a":\#(value)}}"# + "\0"
        }
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(deep(1000))
            #expect(try await client.receive() == Self.invalid("a"))
            try await client.send(deep(3000))
            #expect(try await client.receive() == nil)
        }
    }

    @Test("accepts a message of the maximum size") func allowsAMessageAsLongAsTheLimit() async throws {
        var configuration = VarlinkServerConfiguration()
        configuration.maximumMessageSize = 100_000
        @Sendable func message(_ size: Int) -> String {
            let frame = #"{"method":"org.example.trial.Echo","parameters":{"text":""}}"#
            let text = String(repeating: "y", count: size - frame.utf8.count)
            return #"{"method":"org.example.trial.Echo","parameters":{"text":"\#(text)"}}"#
        }
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            try await client.send(message(100_000) + "\0")
            #expect(try await client.receive()?.utf8.count ?? 0 > 99_000)
            try await client.send(message(100_001) + "\0")
            #expect(try await client.receive() == nil)
            #expect(trial.events.violations == [.messageTooLarge(limit: 100_000)])
        }
    }

    @Test("closes the connection as soon as a message exceeds the size limit")
    func closesTheConnectionAtTheLimitOfAMessage() async throws {
        var configuration = VarlinkServerConfiguration()
        configuration.maximumMessageSize = 100_000
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            try await client.send(#"{"method":""# + String(repeating: "x", count: 100_000))
            #expect(try await client.receive() == nil)
            #expect(trial.events.violations == [.messageTooLarge(limit: 100_000)])
        }
    }

    @Test("accepts a message that arrives byte by byte") func acceptsAMessageByteByByte() async throws {
        var configuration = VarlinkServerConfiguration()
        configuration.messageTimeout = nil
        try await withTrialServer(configuration: configuration) { trial in
            let client = try trial.rawClient()
            for byte in (Self.call + "\0").utf8 { try await client.send([byte]) }
            #expect(try await client.receive() == Self.answer)
        }
    }

    @Test("discards an incomplete message at the end of the input") func discardsAnIncompleteMessage() async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            try await client.send(Self.call + "\0" + #"{"method":"org.exam"#)
            client.endInput()
            #expect(try await client.receiveAll() == [Self.answer])
            #expect(trial.events.violations == [])
        }
    }

    @Test("never replies to a oneway call") func neverRepliesToAOnewayCall() async throws {
        try await withTrialServer { trial in
            let client = try trial.rawClient()
            for method in ["org.example.other.X", "org.example.trial.Shout", "org.example.trial.Echo", "X"] {
                try await client.send(#"{"method":"\#(method)","oneway":true}"# + "\0")
            }
            try await client.send(#"{"method":"org.varlink.service.GetInfo","oneway":true}"# + "\0" + Self.call + "\0")
            #expect(try await client.receive() == Self.answer)
        }
    }

    @Test("serves other connections after a malformed message") func othersAreUnharmed() async throws {
        try await withTrialServer { trial in
            let other = try await trial.connect()
            let before = try await other.call("org.example.trial.Echo", ["text": "a"])
            #expect(before == ["text": "a"])
            let client = try trial.rawClient()
            try await client.send("garbage\0")
            #expect(try await client.receive() == nil)
            let after = try await other.call("org.example.trial.Echo", ["text": "b"])
            #expect(after == ["text": "b"])
        }
    }
}
