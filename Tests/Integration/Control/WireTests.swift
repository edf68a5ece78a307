import Foundation
import Testing

/// The daemon's behaviour towards clients that violate the protocol or a contract (UAPI.20, "Connection Lifecycle").
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct WireTests {
    /// A client's input, and the expected reply; nil if the daemon closes the connection instead.
    struct Input: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var message: String
        var reply: String?
    }

    static let inputs = [
        // Input that is not a call: the connection is closed without a reply.
        Input(testDescription: "no JSON", message: "hello", reply: nil),
        Input(testDescription: "half an object", message: #"{"method": "io.trellis.Host.Describe""#, reply: nil),
        Input(testDescription: "a comma too many", message: #"{"method": "io.trellis.Host.Describe",}"#, reply: nil),
        Input(testDescription: "two objects", message: #"{"method": "a.b.C"}{"method": "a.b.C"}"#, reply: nil),
        Input(testDescription: "no object", message: "[]", reply: nil),
        Input(testDescription: "nothing", message: "", reply: nil),
        Input(testDescription: "no method", message: "{}", reply: nil),
        Input(testDescription: "a method that is not a string", message: #"{"method": 7}"#, reply: nil),
        Input(testDescription: "an unknown member", message: #"{"method": "a.b.C", "mor": true}"#, reply: nil),
        Input(
            testDescription: "a flag that is not a Boolean", message: #"{"method": "a.b.C", "more": "yes"}"#, reply: nil
        ),
        Input(
            testDescription: "flags that exclude each other",
            message: #"{"method": "a.b.C", "more": true, "oneway": true}"#,
            reply: nil),
        Input(
            testDescription: "parameters that are not an object", message: #"{"method": "a.b.C", "parameters": []}"#,
            reply: nil),
        // Calls that fail with an error of org.varlink.service.
        Input(
            testDescription: "an unknown interface", message: #"{"method": "io.example.Nothing.Do"}"#,
            reply: #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"io.example.Nothing"}}"#
        ),
        Input(
            testDescription: "an unknown method", message: #"{"method": "io.trellis.Items.Steal"}"#,
            reply: #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"io.trellis.Items.Steal"}}"#),
        Input(
            testDescription: "no interface", message: #"{"method": "Steal"}"#,
            reply: #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"Steal"}}"#),
        Input(
            testDescription: "a missing parameter",
            message: #"{"method": "io.trellis.Items.Add", "parameters": {"title": "Tea"}}"#,
            reply: #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"count"}}"#),
        Input(
            testDescription: "a parameter that is null",
            message: #"{"method": "io.trellis.Items.Add", "parameters": {"title": null, "count": 1}}"#,
            reply: #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"title"}}"#),
        Input(
            testDescription: "a parameter of the wrong type",
            message: #"{"method": "io.trellis.Items.Add", "parameters": {"title": "Tea", "count": "1"}}"#,
            reply: #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"count"}}"#),
        Input(
            testDescription: "an unknown parameter",
            message: #"{"method": "io.trellis.Items.Add", "parameters": {"title": "Tea", "count": 1, "size": 2}}"#,
            reply: #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"size"}}"#),
        Input(
            testDescription: "a listing without more", message: #"{"method": "io.trellis.Items.List"}"#,
            reply: #"{"error":"org.varlink.service.ExpectedMore"}"#),
        // Calls that fail with an error of the contract.
        Input(
            testDescription: "an unknown item",
            message: #"{"method": "io.trellis.Items.Get", "parameters": {"id": "x"}}"#,
            reply: #"{"error":"io.trellis.Items.NoSuchItem","parameters":{"id":"x"}}"#),
        // Valid but unusual calls.
        Input(
            testDescription: "a vendor's member and white space",
            message: #" { "method" : "io.trellis.Items.Steal", "com.example.trace" : {} } "#,
            reply: #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"io.trellis.Items.Steal"}}"#),
    ]

    /// A valid call, which checks that the daemon still replies.
    private static let ping = #"{"method": "org.varlink.service.GetInfo"}"#

    @Test("replies to invalid input without affecting other clients")
    func replies() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon { _ in
                let bystander = try RawConnection(to: workplace.socket)
                for input in Self.inputs {
                    let connection = try RawConnection(to: workplace.socket)
                    try await connection.send(message: input.message)
                    let reply = try await connection.receive()
                    #expect(reply == input.reply, "\(input.testDescription)")
                    if input.reply != nil {
                        try await connection.send(message: Self.ping)
                        let information = try await connection.receive()
                        #expect(information?.contains("trellisd") == true, "after \(input.testDescription)")
                    }
                    try await bystander.send(message: Self.ping)
                    #expect(try await bystander.receive()?.contains("trellisd") == true)
                }
            }
            #expect(outcome.status == 0)
            #expect(outcome.log.contains { $0.contains("malformed Varlink message, closing the connection") })
        }
    }

    @Test("closes a connection that sends an oversized message")
    func oversizedMessage() async throws {
        try await Workplace.with(configuration: "control: { messageSize: 4K }\nplugins:\n  items:\n") { workplace in
            let outcome = try await workplace.withDaemon { _ in
                let bystander = try RawConnection(to: workplace.socket)
                let connection = try RawConnection(to: workplace.socket)
                func add(titled length: Int) -> String {
                    let title = String(repeating: "x", count: length)
                    return #"{"method": "io.trellis.Items.Add", "parameters": {"title": "\#(title)", "count": 1}}"#
                }
                // The message is within its limit, but the title exceeds the limit for titles.
                try await connection.send(message: add(titled: 1_025))
                #expect(try await connection.receive()?.hasPrefix(#"{"error":"io.trellis.Items.InvalidItem""#) == true)
                // Sent without a NUL at the end: the daemon closes the connection as soon as the message exceeds the
                // limit.
                try await connection.send(Array(add(titled: 8_192).utf8))
                #expect(try await connection.receive() == nil)
                try await bystander.send(message: Self.ping)
                #expect(try await bystander.receive()?.contains("trellisd") == true)
            }
            #expect(outcome.status == 0)
            #expect(outcome.log.contains { $0.contains("exceeds the limit of 4096 bytes") })
        }
    }

    @Test("closes a connection that exceeds the limit on connections")
    func oversizedInput() async throws {
        try await Workplace.with(
            configuration: "control: { connections: 2, connectionsReserved: 0 }\nplugins:\n  items:\n"
        ) { workplace in
            let outcome = try await workplace.withDaemon { _ in
                let first = try RawConnection(to: workplace.socket)
                let second = try RawConnection(to: workplace.socket)
                for connection in [first, second] {
                    try await connection.send(message: Self.ping)
                    #expect(try await connection.receive()?.contains("trellisd") == true)
                }
                let third = try RawConnection(to: workplace.socket)
                #expect(try await third.receive() == nil)
                try await first.send(message: Self.ping)
                #expect(try await first.receive()?.contains("trellisd") == true)
            }
            let message = " refused: all 2 connections are in use (control.connections)"
            #expect(outcome.log.contains { $0.contains(message) })
        }
    }
}
