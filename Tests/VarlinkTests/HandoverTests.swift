import Glibc
import Testing

@testable import Varlink

/// Servers that run one after the other on one listening socket, which outlives each server, as with systemd.
private struct Relay: Sendable {
    let path: String
    let listener: CInt
    let trial: TrialInterface
    let router: VarlinkRouter
    var configuration = VarlinkServerConfiguration()

    func rawClient() throws -> RawClient { try RawClient(path: path) }

    /// Runs a server with the connections of the previous server while the body runs, and returns its open connections.
    func serve(
        _ connections: [HandedOverConnection] = [], gracePeriod: Duration = .seconds(600),
        events: EventLog = EventLog(), _ body: @Sendable (VarlinkServer) async throws -> Void
    ) async throws -> [HandedOverConnection] {
        let server = VarlinkServer(router: router, configuration: configuration) { events.append($0) }
        try server.listen(onDescriptor: dup(listener))
        await server.adopt(connections)
        async let running: Void = server.run()
        do {
            try await body(server)
        } catch {
            await server.shutdown(gracePeriod: .zero)
            throw error
        }
        let handedOver = await server.handOver(gracePeriod: gracePeriod)
        try await running
        return handedOver
    }
}

private func withRelay(
    configuration: VarlinkServerConfiguration = VarlinkServerConfiguration(), trial: TrialInterface = TrialInterface(),
    _ body: @Sendable (Relay) async throws -> Void
) async throws {
    try await withTemporaryFolder { folder in
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(listener) }
        try requireSuccess(bindUnix(listener, folder + "/socket"))
        try requireSuccess(listen(listener, 100))
        try await body(
            Relay(
                path: folder + "/socket", listener: listener, trial: trial,
                router: try TrialServer.makeRouter(trial), configuration: configuration))
    }
}

@Suite("Handover of connections", .timeLimit(.minutes(2))) struct HandoverTests {
    private static let call = MalformedInputTests.call + "\0"
    private static let answer = MalformedInputTests.answer
    private static let hold = #"{"method":"org.example.trial.Hold","parameters":{"name":"a"}}"# + "\0"
    private static let watch = #"{"method":"org.example.trial.Watch","parameters":{"name":"a"},"more":true}"# + "\0"
    private static let note = #"{"method":"org.example.trial.Note","parameters":{"text":"x"},"oneway":true}"# + "\0"
    private static let released = #"{"parameters":{"state":"released"}}"#
    private static let cancelled =
        #"{"error":"io.systemd.System","parameters":{"origin":"linux","errnoName":"ECANCELED","errno":125}}"#

    /// Requires the replies of a connection; by default, the reply to ``call``.
    private static func require(
        _ replies: [String] = [answer], by client: RawClient, location: SourceLocation = #_sourceLocation
    ) async throws {
        for reply in replies {
            let received = try await client.receive()
            #expect(received == reply, sourceLocation: location)
        }
    }

    /// Waits until the only connection of a server fulfills a condition.
    private static func wait(
        for server: VarlinkServer, until condition: @escaping @Sendable (ServerConnectionHandler) -> Bool
    ) async {
        while true {
            guard let connection = server.registry.connections.first else {
                await Task.yield()
                continue
            }
            let isMet = await withCheckedContinuation { continuation in
                connection.onEventLoop {
                    continuation.resume(returning: ($0 as? ServerConnectionHandler).map(condition) ?? true)
                }
            }
            if isMet { return }
        }
    }

    @Test("an idle connection is served by the next server, with the same credentials") func idle() async throws {
        try await withRelay { relay in
            let client = try relay.rawClient()
            let events = EventLog()
            let user = #"{"parameters":{"user":\#(getuid()),"#
            let who = #"{"method":"org.example.trial.Who"}"# + "\0"
            let connections = try await relay.serve(events: events) { _ in
                try await client.send(who)
                #expect(try await client.receive()?.hasPrefix(user) == true)
            }
            #expect(events.closings == [.handedOver])
            #expect(connections.map(\.input) == [[]])
            // The next server reads the bytes that were sent while no server ran.
            try await client.send(who + Self.call)
            let rest = try await relay.serve(connections) { _ in
                let reply = try await client.receive()
                #expect(reply?.hasPrefix(user) == true)
                try await Self.require(by: client)
            }
            #expect(rest.count == 1)
            #expect(connections.allSatisfy { $0.descriptor == nil })
        }
    }

    @Test("an incomplete message is completed by the next server") func incompleteMessage() async throws {
        try await withRelay { relay in
            let client = try relay.rawClient()
            let bytes = Array(Self.call.utf8)
            let connections = try await relay.serve { server in
                try await client.send(Array(bytes.prefix(20)))
                await Self.wait(for: server) { $0.framer.hasPartialMessage }
            }
            #expect(connections.map(\.input) == [Array(bytes.prefix(20))])
            let again = try await relay.serve(connections) { _ in }
            #expect(again.map(\.input) == [Array(bytes.prefix(20))])
            _ = try await relay.serve(again) { _ in
                try await client.send(Array(bytes.dropFirst(20)))
                try await Self.require(by: client)
            }
        }
    }

    @Test("the next server serves complete messages that were handed over") func wholeMessages() async throws {
        try await withRelay { relay in
            var ends: [CInt] = [0, 0]
            try requireSuccess(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends))
            let client = RawClient(descriptor: ends[0])
            let input = Array((Self.call + Self.call + #"{"meth"#).utf8)
            _ = try await relay.serve([HandedOverConnection(adopting: ends[1], input: input)]) { _ in
                try await Self.require([Self.answer, Self.answer], by: client)
                try await client.send(String(Self.call.dropFirst(6)))
                try await Self.require(by: client)
            }
        }
    }

    @Test("the call in progress and the received calls behind it are served before the handover") func busy()
        async throws
    {
        try await withRelay { relay in
            let client = try relay.rawClient()
            let connections = try await relay.serve { server in
                try await client.send(Self.hold + Self.call + Self.call)
                await relay.trial.diary.wait(for: "holding a")
                await Self.wait(for: server) { $0.framer.waitingMessages == 2 }
                for connection in server.registry.connections { connection.handOver() }
                await Self.wait(for: server) { $0.lifecycle.phase == .handingOver }
                try await client.send(Self.call)
                relay.trial.latch.open("a")
            }
            #expect(connections.count == 1)
            try await Self.require([Self.released], by: client)
            try await Self.require([Self.answer, Self.answer], by: client)
            // The next server serves the remaining calls.
            _ = try await relay.serve(connections) { _ in try await Self.require(by: client) }
        }
    }

    @Test("a stream ends with a final error, and its connection is handed over") func stream() async throws {
        try await withRelay { relay in
            let client = try relay.rawClient()
            let watching = #"{"parameters":{"state":"watching"},"continues":true}"#
            let connections = try await relay.serve { _ in
                // The second stream begins when the first one has been cancelled.
                try await client.send(Self.watch + Self.watch)
                try await Self.require([watching], by: client)
            }
            try await Self.require([Self.cancelled], by: client)
            // The second stream is cancelled before or after its first reply.
            let next = try await client.receive()
            if next == watching { try await Self.require([Self.cancelled], by: client) }
            if next != watching { #expect(next == Self.cancelled) }
            try await client.send(Self.call)
            _ = try await relay.serve(connections) { _ in try await Self.require(by: client) }
        }
    }

    @Test("a call that exceeds the grace period is cancelled, and its connection closed")
    func gracePeriod() async throws {
        try await withRelay { relay in
            let client = try relay.rawClient()
            let connections = try await relay.serve(gracePeriod: .zero) { server in
                try await client.send(Self.hold + Self.call)
                await relay.trial.diary.wait(for: "holding a")
                await Self.wait(for: server) { $0.framer.hasMessage }
                for connection in server.registry.connections { connection.handOver() }
                await Self.wait(for: server) { $0.lifecycle.phase == .handingOver }
            }
            #expect(connections.isEmpty)
            let replies = try await client.receiveAll()
            #expect(replies == [Self.cancelled, Self.cancelled])
        }
    }

    @Test("a client that does not read is disconnected") func unreadReplies() async throws {
        var configuration = VarlinkServerConfiguration()
        configuration.closeTimeout = .milliseconds(10)
        configuration.unreadReplySize = 4096
        try await withRelay(configuration: configuration) { relay in
            let client = try relay.rawClient()
            // Each reply has 100 KB.
            let text = String(repeating: "x", count: 1000)
            let long = #"{"method":"org.example.trial.Echo","parameters":{"text":"\#(text)","times":100}}"# + "\0"
            let connections = try await relay.serve { server in
                for _ in 0..<8 { try await client.send(long) }
                await Self.wait(for: server) { $0.isBlockedByOutput }
            }
            #expect(connections.isEmpty)
            withExtendedLifetime(client) {}
        }
    }

    @Test("a oneway call of a client that has left is served by the next server") func oneway() async throws {
        try await withRelay { relay in
            let connections: [HandedOverConnection]
            do {
                let client = try relay.rawClient()
                connections = try await relay.serve { _ in
                    try await client.send(Self.call)
                    try await Self.require(by: client)
                }
                try await client.send(Self.note)
            }
            _ = try await relay.serve(connections) { _ in await relay.trial.diary.wait(for: "note x") }
        }
    }

    @Test("the names of lost state are passed on until a call takes them") func lostState() async throws {
        let lost = Lock<[Bool]>([])
        var trial = TrialInterface()
        trial.onCall = { context in
            lost.withLock { $0.append(context.takeLostState(named: "trial")) }
            context.noteState(named: "trial")
        }
        try await withRelay(trial: trial) { relay in
            let client = try relay.rawClient()
            @Sendable func call() async throws {
                try await client.send(Self.call)
                try await Self.require(by: client)
            }
            var connections = try await relay.serve { _ in try await call() }
            #expect(connections.map(\.lostState) == [["trial"]])
            connections = try await relay.serve(connections) { _ in }
            #expect(connections.map(\.lostState) == [["trial"]])
            _ = try await relay.serve(connections) { _ in
                try await call()
                try await call()
            }
            #expect(lost.withLock { $0 } == [false, true, false])
        }
    }

    @Test("a stopped server closes the connections that it receives") func stopped() async throws {
        try await withRelay { relay in
            let client = try relay.rawClient()
            let connections = try await relay.serve { _ in
                try await client.send(Self.call)
                try await Self.require(by: client)
            }
            let server = VarlinkServer(router: relay.router)
            await server.shutdown(gracePeriod: .zero)
            await server.adopt(connections)
            #expect(try await client.receive() == nil)
        }
    }

    @Test("a series of handovers under load causes no failed call") func load() async throws {
        try await withRelay { relay in
            let progress = Diary()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let client = try relay.rawClient()
                        var count = 0
                        while !progress.entries.contains("over") {
                            try await client.send(Self.call + Self.call)
                            try await Self.require([Self.answer, Self.answer], by: client)
                            count += 2
                        }
                        return count
                    }
                }
                // Clients that connect while a server stops.
                group.addTask {
                    var count = 0
                    while !progress.entries.contains("over") {
                        let client = try relay.rawClient()
                        try await client.send(Self.call)
                        try await Self.require(by: client)
                        count += 1
                    }
                    return count
                }
                var connections: [HandedOverConnection] = []
                for _ in 0..<50 {
                    let events = EventLog()
                    connections = try await relay.serve(connections, events: events) { _ in
                        await events.diary.wait(for: "opened")
                    }
                    #expect(events.closings.allSatisfy { $0 == .handedOver || $0 == .client }, "\(events.closings)")
                }
                progress.write("over")
                async let last = relay.serve(connections) { _ in await progress.wait(for: "done") }
                for try await count in group { #expect(count > 0) }
                progress.write("done")
                _ = try await last
            }
        }
    }
}
