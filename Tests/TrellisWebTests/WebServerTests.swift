import Glibc
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing
import Trellis
import TrellisTesting

@testable import TrellisWeb

@Suite("Connections of HTTP servers", .timeLimit(.minutes(2)))
struct WebServerTests {
    private let plugin = PluginEnvironment(
        name: "web",
        directories: PluginDirectories(state: "/nonexistent", cache: "/nonexistent", runtime: "/nonexistent"),
        clock: .system, logger: Logger(label: "web") { _ in SwiftLogNoOpLogHandler() }, credential: { _ in nil },
        status: { _ in })

    private func withSockets(_ body: (ListeningSockets, _ port: Int) async throws -> Void) async throws {
        let sockets = try await ListeningSockets(
            ListenAddresses([.loopback(host: "127.0.0.1", port: 0)]), plugin: plugin)
        guard case .loopback(_, let port) = sockets.addresses[0] else { return }
        do {
            try await body(sockets, port)
        } catch {
            await sockets.close()
            throw error
        }
        await sockets.close()
    }

    private func server(
        on sockets: ListeningSockets, answering text: String, log: LogRecorder = LogRecorder()
    ) -> ServiceGroup {
        ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: WebServer(sockets, logger: log.logger("web")) { _ in Response(status: .ok, text: text)
                        },
                        successTerminationBehavior: .gracefullyShutdownGroup)
                ], logger: plugin.logger))
    }

    @Test("a connection waits until a server runs")
    func waiting() async throws {
        try await withSockets { sockets, port in
            let client = try await Client(port: port)
            try await client.request()
            let server = server(on: sockets, answering: "first")
            async let running: Void = server.run()
            #expect(try await client.response()?.hasSuffix("first") == true)
            await server.triggerGracefulShutdown()
            try await running
        }
    }

    @Test("logs once that silent clients use all connections")
    func silentClients() async throws {
        try await withSockets { sockets, port in
            let log = LogRecorder(level: .warning)
            let server = server(on: sockets, answering: "", log: log)
            async let running: Void = server.run()
            var clients: [Client] = []
            for _ in 0..<66 { clients.append(try await Client(port: port)) }
            try await log.wait(for: "all connections are in use")
            #expect(
                log.lines == [
                    "all connections are in use; further clients wait until one of them closes address=127.0.0.1:\(port) connections=64"
                ])
            await server.triggerGracefulShutdown()
            try await running
            withExtendedLifetime(clients) {}
        }
    }

    @Test("a second server receives the new connections, and the first one answers the requests of its own")
    func succession() async throws {
        try await withSockets { sockets, port in
            let first = server(on: sockets, answering: "first")
            async let running: Void = first.run()
            let (idle, late) = (try await Client(port: port), try await Client(port: port))
            // The connection of the second client has been accepted when that of a third one has.
            for client in [idle, try await Client(port: port)] {
                try await client.request()
                #expect(try await client.response()?.hasSuffix("first") == true)
            }
            let second = server(on: sockets, answering: "second")
            async let next: Void = second.run()
            var answer: String?
            while answer?.hasSuffix("second") != true {
                let client = try await Client(port: port)
                try await client.request()
                answer = try await client.response()
            }
            await first.triggerGracefulShutdown()
            try await late.request()
            #expect(try await late.response()?.hasPrefix("HTTP/1.1 200 OK") == true)
            #expect(try await idle.response() == nil)
            try await running
            await second.triggerGracefulShutdown()
            try await next
        }
    }

    @Test("a cancelled server closes its connections, and the next one serves")
    func cancellation() async throws {
        try await withSockets { sockets, port in
            let first = server(on: sockets, answering: "first")
            let running = Task { try await first.run() }
            let client = try await Client(port: port)
            try await client.request()
            #expect(try await client.response()?.hasSuffix("first") == true)
            running.cancel()
            #expect(try await client.response() == nil)
            _ = await running.result
            let second = server(on: sockets, answering: "second")
            async let next: Void = second.run()
            let other = try await Client(port: port)
            try await other.request()
            #expect(try await other.response()?.hasSuffix("second") == true)
            await second.triggerGracefulShutdown()
            try await next
        }
    }

    @Test("closing the sockets closes the waiting connections, and ends a running server with an error")
    func closing() async throws {
        try await withSockets { sockets, port in
            let client = try await Client(port: port)
            await sockets.close()
            #expect(try await client.response() == nil)
            let server = WebServer(sockets, logger: plugin.logger) { _ in Response(status: .ok) }
            await #expect(throws: PluginFailure.self) { try await server.run() }
        }
    }

    @Test("a socket that the system closes ends the server with an error that names the address and the remedy")
    func socketError() async throws {
        try await withSockets { sockets, port in
            let server = WebServer(sockets, logger: plugin.logger) { _ in Response(status: .ok) }
            let running = Task { try await server.run() }
            // accept(2) fails with EINVAL on a socket that was shut down.
            let descriptor = try #require((3..<4_096).first { Self.port(of: $0) == port })
            #expect(shutdown(descriptor, CInt(SHUT_RDWR)) == 0)
            let failure = await #expect(throws: PluginFailure.self) { try await running.value }
            #expect(
                failure?.description
                    == """
                    the socket 127.0.0.1:\(port) was closed by an error of the system. The next start of the plugin opens \
                    it again; an entry 'cannot accept connections' in the log has the reason
                    """)
        }
    }

    @Test("the rejection of a foreign host has the reason and the remedy")
    func foreignHost() async throws {
        try await withSockets { sockets, port in
            let server = server(on: sockets, answering: "never")
            async let running: Void = server.run()
            for (host, problem) in [
                ("Host: evil.example:80\r\n", "The host 'evil.example:80' is rejected."),
                ("", "A request without a host is rejected."),
                (
                    "Host: \(String(repeating: "a", count: 1_000))\r\n",
                    "The host '\(String(repeating: "a", count: 100))' is rejected."
                ),
            ] {
                let client = try await Client(port: port)
                try await client.request(host: host)
                let response = try #require(try await client.response())
                #expect(response.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
                #expect(response.contains("\r\n\r\n\(problem) "), "\(response)")
                #expect(response.contains("(DNS rebinding)"))
                #expect(response.contains("Open the same URL with the host 127.0.0.1 or localhost."))
                #expect(response.contains("A proxy must replace the header field Host"))
            }
            await server.triggerGracefulShutdown()
            try await running
        }
    }

    @Test("rejects a request with two hosts")
    func twoHosts() async throws {
        try await withSockets { sockets, port in
            let server = server(on: sockets, answering: "never")
            async let running: Void = server.run()
            let client = try await Client(port: port)
            try await client.request(host: "Host: localhost\r\nHost: localhost\r\n")
            let response = try #require(try await client.response())
            #expect(response.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(response)")
            #expect(response.contains("The request has several header fields Host."), "\(response)")
            await server.triggerGracefulShutdown()
            try await running
        }
    }

    /// The port on which a descriptor listens; nil if it is not a listening socket.
    private static func port(of descriptor: CInt) -> Int? {
        var listens: CInt = 0
        var size = socklen_t(MemoryLayout.size(ofValue: listens))
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1 else { return nil }
        var address = sockaddr_in()
        size = socklen_t(MemoryLayout.size(ofValue: address))
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
}

/// A client with one connection.
private final class Client: Sendable {
    private let channel: any Channel
    private let received: AsyncStream<String>

    init(port: Int) async throws {
        let (received, continuation) = AsyncStream.makeStream(of: String.self)
        self.received = received
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Receiver(continuation: continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    /// Sends a request, with the line of the header field `Host`.
    func request(host: String = "Host: localhost\r\n") async throws {
        try await channel.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\n\(host)\r\n"))
    }

    /// The next response, which is short enough for one packet; nil when the server has closed the connection.
    func response() async throws -> String? {
        for await text in received { return text }
        return nil
    }

    private final class Receiver: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let continuation: AsyncStream<String>.Continuation
        private var text = ""

        init(continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
            // The texts of the servers in this file have no line break.
            guard let end = text.firstRange(of: "\r\n\r\n"), end.upperBound < text.endIndex else { return }
            continuation.yield(text)
            text = ""
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
    }
}
