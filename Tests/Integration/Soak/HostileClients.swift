import Foundation
import Testing

/// Clients that violate the protocol, read slowly, or disconnect early.
struct HostileClients: Sendable {
    let daemon: SoakDaemon

    /// Sends hostile input until the load ends.
    func attack() async throws {
        while let connection = try await daemon.connect() {
            daemon.count("attacks")
            let attack = Self.attacks.randomElement()!
            try? await attack(connection, daemon)
        }
    }

    private typealias Attack = @Sendable (RawConnection, SoakDaemon) async throws -> Void

    private static let attacks: [Attack] = [
        { connection, _ in
            let noise = (0..<61).map { _ in UInt8.random(in: 0...255) }
            try await connection.send((0..<Int.random(in: 1...100_000)).map { noise[$0 % noise.count] })
            _ = try await connection.receive()
        },
        { connection, _ in
            // Sends half a message, and disconnects.
            try await connection.send(Array(#"{"method":"io.trellis.Items.Add","parameters":{"title":"#.utf8))
        },
        { connection, _ in
            // Sends more than the maximum size of a message.
            try await connection.send(Array(repeating: UInt8(ascii: " "), count: 2 << 20))
            _ = try await connection.receive()
        },
        { connection, _ in
            let nested = String(repeating: #"{"a":"#, count: 5_000)
            try await connection.send(message: #"{"method":"io.trellis.Items.Get","parameters":"# + nested)
            _ = try await connection.receive()
        },
        { connection, _ in
            // Sends many pipelined calls, most of them invalid, without reading the replies.
            let calls = [
                #"{"method":"io.trellis.Items.List","more":true}"#, #"{"method":"io.trellis.Items.Nothing"}"#,
                #"{"method":"io.trellis.Items.Get","parameters":{"id":7}}"#, #"{"method":7}"#, "[]",
                #"{"method":"io.trellis.Items.Add","parameters":{"title":"","count":-1}}"#,
                #"{"method":"io.trellis.Movies.Show","parameters":{"title":"9223372036854775807"}}"#,
                #"{"method":"org.varlink.service.GetInfo","oneway":true}"#,
            ]
            for _ in 0..<200 { try await connection.send(message: calls.randomElement()!) }
        },
        { connection, daemon in
            // Subscribes, and does not read the replies for some time.
            try await connection.send(
                message: #"{"method":"io.trellis.Items.Watch","parameters":{"since":0},"more":true}"#)
            for _ in 0..<10 where !daemon.isFinished { try await Task.sleep(for: .milliseconds(100)) }
        },
        { _, daemon in
            // Opens a large number of connections.
            let connections = (0..<100).compactMap { _ in try? RawConnection(to: daemon.workplace.socket) }
            for connection in connections { try await connection.send([0x7B]) }
        },
    ]

    /// Calls Movies and Issues, whose upstreams fail, until the load ends.
    func callGateways() async throws {
        let calls = [
            #"{"method":"io.trellis.Movies.Search","parameters":{"query":"heat"},"more":true}"#,
            #"{"method":"io.trellis.Movies.Home","parameters":{"page":2},"more":true}"#,
            #"{"method":"io.trellis.Movies.Next","more":true}"#,
            #"{"method":"io.trellis.Movies.Show","parameters":{"title":"1"}}"#,
            #"{"method":"io.trellis.Movies.Poster","parameters":{},"more":true}"#,
            #"{"method":"io.trellis.Movies.Save","parameters":{}}"#,
            #"{"method":"io.trellis.Issues.Repos","parameters":{"owner":"octocat"},"more":true}"#,
            #"{"method":"io.trellis.Issues.Issues","parameters":{"repository":"octocat/hello"},"more":true}"#,
            #"{"method":"io.trellis.Issues.Show","parameters":{"repository":"octocat/hello","number":1}}"#,
            #"{"method":"io.trellis.Issues.WhoAmI"}"#,
        ]
        while let connection = try await daemon.connect() {
            calls: while !daemon.isFinished {
                guard (try? await connection.send(message: calls.randomElement()!)) != nil else { break }
                while true {
                    guard let reply = try? await connection.receive() else { break calls }
                    daemon.count("gateway replies")
                    if !reply.contains(#""continues":true"#) { break }
                }
            }
        }
    }
}
