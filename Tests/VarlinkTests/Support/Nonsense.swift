import Testing
import Varlink

/// Malformed input of a client, with the expected outcome.
struct Nonsense: Sendable, CustomTestStringConvertible {
    enum End {
        /// The server closes the connection.
        case server
        /// The server closes the connection after the timeout of incomplete messages.
        case silence
        /// The client closes the connection as soon as it has received the replies.
        case client
        /// The client shuts down its sending side, and the server closes the connection.
        case endOfInput
    }

    let testDescription: String
    let bytes: [UInt8]
    var replies = 0
    var end = End.server

    init(_ name: String, _ text: String, replies: Int = 0, end: End = .server) {
        self.init(name, bytes: Array(text.utf8), replies: replies, end: end)
    }

    init(_ name: String, bytes: [UInt8], replies: Int = 0, end: End = .server) {
        self.testDescription = name
        self.bytes = bytes
        self.replies = replies
        self.end = end
    }

    /// Sends the input over a new connection, and checks the replies.
    func send(to server: TrialServer) async throws {
        let client = try server.rawClient()
        // The server may have closed the connection before it has read everything.
        try? await client.send(bytes)
        switch end {
        case .server, .silence: break
        case .endOfInput: client.endInput()
        case .client:
            for _ in 0..<replies {
                let reply = try await client.receive()
                #expect(reply != nil, "\(testDescription)")
            }
            return
        }
        let received = try await client.receiveAll()
        #expect(received.count == replies, "\(testDescription): \(received)")
    }
}

extension Nonsense {
    private static let call = MalformedInputTests.call + "\0"

    private static func echo(_ parameters: String) -> String {
        #"{"method":"org.example.trial.Echo","parameters":{\#(parameters)}}"# + "\0"
    }

    private static func nested(_ depth: Int) -> String {
        echo(#""text":"x","a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }

    /// All kinds of input, for a server with a message limit of 100,000 bytes.
    static let all: [Nonsense] = [
        Nonsense("no NUL, and gone", MalformedInputTests.call, end: .client),
        Nonsense("no NUL, and no more", MalformedInputTests.call, end: .endOfInput),
        Nonsense("nothing but the connection", "", end: .client),
        Nonsense("a NUL inside", "{\"method\":\"org.example\0.trial.Echo\"}\0"),
        Nonsense("nothing but NULs", "\0\0\0"),
        Nonsense("broken UTF-8", bytes: Array(#"{"method":"a.b."#.utf8) + [0xFF] + Array("\"}\0".utf8)),
        Nonsense("overlong UTF-8", bytes: Array(#"{"method":"a.b."#.utf8) + [0xC0, 0x80] + Array("\"}\0".utf8)),
        Nonsense("deep", nested(1000), replies: 1, end: .client),
        Nonsense("too deep", nested(3000)),
        Nonsense("deep without end", String(repeating: "[", count: 10_000), end: .silence),
        Nonsense(
            "a number beyond 64 bits", echo(#""text":"x","times":99999999999999999999"#), replies: 1, end: .client),
        Nonsense("a number beyond a double", echo(#""text":"x","times":1e999"#), replies: 1, end: .client),
        Nonsense("a number with a fraction", echo(#""text":"x","times":1.5"#), replies: 1, end: .client),
        Nonsense("a member twice", #"{"method":"a.b.C","method":"a.b.C"}"# + "\0"),
        Nonsense("a parameter twice", echo(#""text":"x","text":"y""#), replies: 1, end: .client),
        Nonsense("a gigantic string", echo(#""text":""# + String(repeating: "x", count: 150_000) + "\"")),
        Nonsense("a gigantic string without end", #"{"method":""# + String(repeating: "x", count: 150_000)),
        Nonsense("half a message", #"{"method":""# + String(repeating: "x", count: 10_000), end: .silence),
        Nonsense("half a message behind a call", call + #"{"method":"org.example"#, replies: 1, end: .silence),
        Nonsense("a call on either side", call + "not json\0" + call, replies: 1),
        Nonsense("calls that nobody waits for", String(repeating: call, count: 100) + "not json\0", end: .client),
    ]
}
