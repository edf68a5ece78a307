import Foundation
import Testing
import TrellisTesting

/// The daemon's memory under the load of one user's clients, compared with the documented limits.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct MemoryLimitTests {
    /// The input of each connection.
    struct Load: Sendable, CustomStringConvertible {
        var description: String
        var bytes: [UInt8]
        /// Whether the daemon replies; otherwise it closes the connection.
        var isAnswered: Bool

        init(_ description: String, _ text: String, isAnswered: Bool = true) {
            self.description = description
            self.bytes = Array(text.utf8)
            self.isAnswered = isAnswered
        }

        static let blanks = String(repeating: " ", count: 1_000_000)
        static let letters = String(repeating: "x", count: 1_000_000)
        static let watch = #"{"method":"io.trellis.Items.Watch","parameters":{},"more":true}"# + "\0"

        static let all = [
            Load(
                "calls that last, with blanks",
                #"{"method":"io.trellis.Items.Watch","parameters":{\#(blanks)},"more":true}"# + "\0"),
            Load("messages without an end", #"{"method":"\#(letters)"#, isAnswered: false),
            Load("a few bytes behind a large message", #"{"method":"\#(letters)"}"# + "\0" + #"{"method":"#),
            Load(
                "replies that are not read",
                String(repeating: #"{"method":"io.trellis.Items.\#(letters)"}"# + "\0", count: 2), isAnswered: false),
            Load("a large call behind one that lasts", watch + #"{"method":"a.b.\#(letters)"}"# + "\0"),
        ]
    }

    private static let connections = 50

    /// The sum of the limits, in bytes: the input of the user, and for each connection the unread replies and two read
    /// buffers.
    private static let limit = (8 << 20) + connections * 3 * 65_536

    @Test("the daemon's memory stays within the documented limits", arguments: Load.all)
    func memory(_ load: Load) async throws {
        try await Workplace.with { workplace in
            let limits = ["control.inputSizePerUser=8M", "control.unreadReplySize=64K"]
            let outcome = try await workplace.withDaemon("--set", limits[0], "--set", limits[1]) { daemon in
                try await Self.finishReading(daemon)
                let before = try ProcessResources(of: daemon.processIdentifier).memory
                var clients: [RawConnection] = []
                for _ in 0..<Self.connections {
                    let connection = try RawConnection(to: workplace.socket)
                    try await connection.send(load.bytes)
                    if load.isAnswered { _ = try await connection.receive() }
                    clients.append(connection)
                }
                try await Self.finishReading(daemon)
                let growth = try ProcessResources(of: daemon.processIdentifier).memory - before
                #expect(growth <= Self.limit * 3 / 2, "grew by \(growth >> 10) KiB; the limits are \(Self.limit >> 10)")
                withExtendedLifetime(clients) {}
            }
            #expect(outcome.status == 0)
        }
    }

    @Test(
        "the memory of streams that clients do not read stays within the limits, and is returned to the system",
        arguments: ["Export", "List", "Watch"])
    func streams(_ method: String) async throws {
        let (connections, limit) = (200, 256 << 10)
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon { daemon in
                let control = try RawConnection(to: workplace.socket)
                try await Self.addItems(over: control)
                let before = try ProcessResources(of: daemon.processIdentifier).memory
                do {
                    var clients: [RawConnection] = []
                    for _ in 0..<connections {
                        let client = try RawConnection(to: workplace.socket)
                        try await client.send(message: #"{"method":"io.trellis.Items.\#(method)","more":true}"#)
                        clients.append(client)
                    }
                    while try await Self.unreadReplies(control) < connections * limit {}
                    let growth = try ProcessResources(of: daemon.processIdentifier).memory - before
                    // As above, with two read buffers for each connection.
                    let sum = connections * (limit + 2 * 65_536)
                    #expect(growth <= sum * 3 / 2, "grew by \(growth >> 10) KiB; the limits are \(sum >> 10)")
                    withExtendedLifetime(clients) {}
                }
                // The test exceeds its time limit if the memory is not returned.
                while try ProcessResources(of: daemon.processIdentifier).memory > before + 32 << 20 {
                    _ = try await Self.unreadReplies(control)
                }
            }
            #expect(outcome.status == 0)
        }
    }

    @Test(
        "with the default number of connections, clients that read nothing do not exceed MemoryMax= of the unit",
        .limitsMemory, .needsRoot(to: "change control groups"))
    func defaultConnections() async throws {
        let unit = try String(
            contentsOf: Programs.checkout.appending(path: "systemd/trellisd.service"), encoding: .utf8)
        let maximum = try #require(unit.firstMatch(of: #/\nMemoryMax=(\d+)G\n/#).flatMap { Int($0.1) }) << 30
        let connections = 1_024
        try await Workplace.with { workplace in
            // With the default limit per user, this would need several users.
            let outcome = try await workplace.withDaemon("--set", "control.connectionsPerUser=65536") { daemon in
                let control = try RawConnection(to: workplace.socket)
                try await Self.addItems(over: control)
                let before = try ProcessResources(of: daemon.processIdentifier).memory
                let group = try MemoryGroup(of: Int(daemon.processIdentifier), limit: maximum - before)
                var clients: [RawConnection] = []
                for _ in 0..<connections {
                    let client = try RawConnection(to: workplace.socket)
                    try await client.send(message: #"{"method":"io.trellis.Items.Export","more":true}"#)
                    clients.append(client)
                }
                while try await Self.unreadReplies(control) < connections * 256 << 10 {}
                #expect(try group.kills == 0)
                withExtendedLifetime(clients) {}
                return group
            }
            #expect(outcome.status == 0)
            outcome.value.remove()
        }
    }

    /// Adds 2,000 items of about 1,000 bytes.
    private static func addItems(over control: RawConnection) async throws {
        let item = #"{"title":"\#(String(repeating: "x", count: 1_000))","count":1}"#
        let items = Array(repeating: item, count: 500).joined(separator: ",")
        for _ in 0..<4 {
            try await control.send(
                message: #"{"method":"io.trellis.Items.AddMany","parameters":{"items":[\#(items)]}}"#)
            _ = try await control.receive()
        }
    }

    /// The number of bytes that clients have not read, as the daemon reports it.
    private static func unreadReplies(_ control: RawConnection) async throws -> Int {
        let parameters = #"{"names":["trellis_unread_replies_bytes"]}"#
        try await control.send(
            message: #"{"method":"io.trellis.Host.ReadMetrics","parameters":\#(parameters),"more":true}"#)
        let reply = try #require(try await control.receive())
        let number = try #require(reply.firstMatch(of: #/"value":([0-9.e+]+)/#)?.1)
        return try Int(#require(Double(number)))
    }

    /// Makes calls over new connections, so that each event loop has processed the earlier input.
    private static func finishReading(_ daemon: RunningDaemon) async throws {
        for _ in 0..<16 {
            let connection = try RawConnection(to: daemon.workplace.socket)
            try await connection.send(message: #"{"method":"io.trellis.Items.List","more":true}"#)
            #expect(try await connection.receive() == #"{"parameters":{}}"#)
        }
    }
}
