import Foundation
import NIOCore
import NIOPosix
import Subprocess
import Synchronization
import SystemPackage
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@testable import TrellisHTTP

@Suite("HTTPTransport", .timeLimit(.minutes(10)))
struct HTTPTransportTests {
    private static let text = Array("body".utf8)

    /// Calls a function with a service that sends each request once.
    private func withService<Result: Sendable>(
        responseSize: Int = 1 << 20, pool: HTTPClientPool = HTTPClientPool(),
        _ body: (HTTPService) async throws -> Result
    ) async throws -> Result {
        let limits = HTTPLimits(
            timeout: .seconds(3_600), attempts: 1, responseSize: ByteCount(bytes: responseSize))
        let service = HTTPService(limits: limits, clock: .system, clients: pool)
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try await body(service)) } catch { outcome = .failure(error) }
        await service.close()
        await pool.close()
        return try outcome.get()
    }

    /// Sends a GET request to a server that sends some bytes and closes the connection.
    private func response(to bytes: String, responseSize: Int = 1 << 20) async throws -> HTTPResponse {
        try await LoopbackServer.with({ _ in .raw(Array(bytes.utf8)) }) { server in
            try await withService(responseSize: responseSize) { service in
                try await service.response(to: HTTPRequest(url: "\(server.url)/x"))
            }
        }
    }

    @Test(
        "sends a request once when the server closes the open connection that the request uses",
        arguments: HTTPRequest.Method.allCases)
    func sentOnce(method: HTTPRequest.Method) async throws {
        let requests = Mutex<[LoopbackServer.Request]>([])
        try await LoopbackServer.with({ request in
            requests.withLock { $0.append(request) }
            return request.path == "/drop" ? .drop : .answer(status: 200)
        }) { server in
            try await withService { service async throws -> Void in
                _ = try await service.response(to: HTTPRequest(url: "\(server.url)/x"))
                await #expect(throws: HTTPFailure.incomplete) {
                    try await service.response(to: HTTPRequest(method, url: "\(server.url)/drop"))
                }
            }
        }
        #expect(requests.withLock { $0.map(\.path) } == ["/x", "/drop"])
    }

    @Test("uses an open connection for the next request, also of another service")
    func openConnection() async throws {
        let ports = Mutex<[Int]>([])
        let listener = try await SilentServer.start { channel in
            ports.withLock { $0.append(channel.remoteAddress?.port ?? 0) }
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(Answering())
            }
        }
        let pool = HTTPClientPool()
        try await withService(pool: pool) { one in
            _ = try await one.response(to: HTTPRequest(url: "http://\(listener.address)/x"))
            try await withService(pool: pool) { other in
                _ = try await other.response(to: HTTPRequest(.post, url: "http://\(listener.address)/x"))
            }
        }
        try await listener.stop()
        #expect(ports.withLock(\.count) == 1)
    }

    @Test("cuts a response off when it exceeds the size limit, while the server is sending it")
    func cutOff() async throws {
        try await LoopbackServer.with({ _ in .stall(body: [UInt8](repeating: 7, count: 1 << 20)) }) { server in
            try await withService(responseSize: 1_024) { service async throws -> Void in
                await #expect(throws: HTTPFailure(.responseTooLarge, "the response exceeds 1024 bytes")) {
                    try await service.response(to: HTTPRequest(url: "\(server.url)/x"))
                }
                #expect(await server.abandoned.first { _ in true }?.path == "/x")
            }
        }
    }

    @Test("cuts off a header section that exceeds its limit")
    func headerSize() async throws {
        let lines = String(repeating: "x: \(String(repeating: "a", count: 1_000))\r\n", count: 100)
        for head in [
            "HTTP/1.1 200 OK\r\n\(lines)\r\n", String(repeating: "HTTP/1.1 103 E\r\nx: y\r\n\r\n", count: 5_000),
        ] {
            await #expect(throws: HTTPFailure(.responseTooLarge, "the headers of the response exceed 81920 bytes")) {
                try await response(to: head)
            }
        }
    }

    @Test("returns neither the headers of interim responses nor trailers")
    func interimResponses() async throws {
        let response = try await response(
            to: """
                HTTP/1.1 100 Continue\r\nx-first: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n\
                HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nX-One: 1\r\nx-one:  2 \r\n\r\n\
                4\r\nbody\r\n0\r\nx-last: 3\r\n\r\n
                """)
        #expect(response.status == 200)
        #expect(response.headers == ["transfer-encoding": "chunked", "x-one": "1, 2"])
        #expect(response.body == Self.text)
    }

    @Test(
        "rejects a response that ends early",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Ty", "HTTP/1.1 200 OK\r\nContent-Type: a\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbody",
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nbody\r\n",
        ])
    func incomplete(bytes: String) async throws {
        await #expect(throws: HTTPFailure.incomplete) { try await response(to: bytes) }
    }

    @Test(
        "rejects a response that is not HTTP",
        arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 x OK\r\n\r\n", "HTTP/9.1 200 OK\r\n\r\n"])
    func notHTTP(bytes: String) async throws {
        await #expect(throws: HTTPFailure(.connectionLost, "the response is not HTTP")) {
            try await response(to: bytes)
        }
    }

    @Test("sends no headers on its own except Host and Content-Length", arguments: HTTPRequest.Method.allCases)
    func headers(method: HTTPRequest.Method) async throws {
        let body = [UInt8](repeating: 7, count: 2 << 20)
        let requests = Mutex<[LoopbackServer.Request]>([])
        try await LoopbackServer.with({ request in
            requests.withLock { $0.append(request) }
            return .answer(status: 200)
        }) { server in
            try await withService { service async throws -> Void in
                let url = "\(server.url)/a/../x"
                _ = try await service.response(to: HTTPRequest(method, url: url, body: body))
                _ = try await service.response(
                    to: HTTPRequest(method, url: url, headers: [("Accept", "a/b"), ("X-Empty", "")]))
            }
            let requests = requests.withLock(\.self)
            #expect(requests.map(\.method) == [method.rawValue, method.rawValue])
            #expect(requests.map(\.path) == ["/a/../x", "/a/../x"])
            #expect(requests[0].headers == ["host": server.address, "content-length": "\(body.count)"])
            #expect(requests[0].body == body)
            var expected = ["host": server.address, "accept": "a/b", "x-empty": ""]
            if ![.get, .delete].contains(method) { expected["content-length"] = "0" }
            #expect(requests[1].headers == expected)
        }
    }

    @Test("rejects a header with a character that would end it, and a URL of another protocol")
    func invalidRequests() async throws {
        try await LoopbackServer.with({ _ in .answer(status: 200) }) { server in
            try await withService { service async throws -> Void in
                let invalid = HTTPFailure(.noConnection, "the request has an invalid header")
                for header in [("x", "a\r\ny: b"), ("x", "a\nb"), ("x", "a\0"), ("x:y", "a"), ("", "a"), ("x y", "a")] {
                    await #expect(throws: invalid) {
                        try await service.response(to: HTTPRequest(url: server.url, headers: [header]))
                    }
                }
                await #expect(throws: invalid) {
                    try await service.response(to: HTTPRequest(url: server.url, credential: .bearer("a\n")))
                }
                for url in [
                    "file:///etc/passwd", "ftp://\(server.address)/x", "http://me:secret@\(server.address)/", "",
                ] {
                    await #expect("\(url)") {
                        try await service.response(to: HTTPRequest(url: url))
                    } throws: {
                        let failure = $0 as? HTTPFailure
                        return failure?.cause == .noConnection && failure?.reason.contains("secret") == false
                    }
                }
            }
        }
    }

    @Test("ignores the proxy of the environment")
    func proxy() async throws {
        await #expect(processExitsWith: .success) {
            setenv("http_proxy", "http://127.0.0.1:1", 1)
            setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
            try await LoopbackServer.with({ _ in .answer(status: 200) }) { server in
                let limits = HTTPLimits(timeout: .seconds(600), attempts: 1, responseSize: ByteCount(bytes: 0))
                let service = HTTPService(limits: limits, clock: .system)
                _ = try await service.response(to: HTTPRequest(url: server.url))
                await service.close()
            }
        }
    }

    @Test("closes open connections after a while without requests, and connects again for the next request")
    func idle() async throws {
        let (connected, closed) = (Signal(), Signal())
        let listener = try await SilentServer.start { channel in
            channel.closeFuture.whenComplete { _ in closed.fire() }
            connected.fire()
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(Answering())
            }
        }
        try await withService(pool: HTTPClientPool(idleTime: .zero)) { service in
            for count in 0..<3 {
                _ = try await service.response(to: HTTPRequest(url: "http://\(listener.address)/x"))
                try await connected.wait(beyond: count)
                try await closed.wait(beyond: count)
            }
        }
        try await listener.stop()
    }

    @Test("reports that a host name cannot be resolved")
    func resolving() async throws {
        try await withService { service async throws -> Void in
            let request = HTTPRequest(url: "http://name.invalid/x")
            await #expect(throws: HTTPFailure(.noConnection, "cannot resolve the host name name.invalid")) {
                try await service.response(to: request)
            }
        }
    }

    @Test("a refused connection does not affect another request in progress")
    func refusal() async throws {
        let unplugged = try await LoopbackServer.with({ _ in .drop }) { $0.url }
        try await LoopbackServer.with({ _ in .hang }) { server in
            try await withService { service async throws -> Void in
                let hanging = Task { try await service.response(to: HTTPRequest(url: "\(server.url)/x")) }
                try await server.stalled.wait(beyond: 0)
                await #expect {
                    try await service.response(to: HTTPRequest(.post, url: "\(unplugged)/x"))
                } throws: {
                    ($0 as? HTTPFailure)?.cause == .noConnection
                }
                hanging.cancel()
                await #expect(throws: CancellationError.self) { try await hanging.value }
            }
        }
    }

    @Test("cancels a request before and while it connects, and closes the connection")
    func cancellation() async throws {
        let (connected, closed) = (Signal(), Signal())
        let listener = try await SilentServer.start { channel in
            channel.closeFuture.whenComplete { _ in closed.fire() }
            connected.fire()
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        try await withService { service async throws -> Void in
            // The server does not reply to the first message of TLS.
            let request = HTTPRequest(url: "https://\(listener.address)/x")
            let connecting = Task { try await service.response(to: request) }
            try await connected.wait(beyond: 0)
            connecting.cancel()
            await #expect(throws: CancellationError.self) { try await connecting.value }
            try await closed.wait(beyond: 0)
            let early = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await service.response(to: request)
            }
            await #expect(throws: CancellationError.self) { try await early.value }
        }
        try await listener.stop()
    }

    @Test("fails the requests of a closed pool")
    func closing() async throws {
        try await LoopbackServer.with({ _ in .hang }) { server in
            let pool = HTTPClientPool()
            try await withService(pool: pool) { service in
                let hanging = Task { try await service.response(to: HTTPRequest(url: "\(server.url)/x")) }
                try await server.stalled.wait(beyond: 0)
                await pool.close()
                await #expect(throws: HTTPFailure.closed) { try await hanging.value }
                await #expect(throws: HTTPFailure.closed) {
                    try await service.response(to: HTTPRequest(url: "\(server.url)/x"))
                }
                #expect(await server.abandoned.first { _ in true }?.path == "/x")
            }
        }
    }

    @Test(
        "does not accept a certificate of an unknown authority, or for another host",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: TLSServer.openssl), "requires Debian's package openssl"))
    func certificates() async throws {
        try await TLSServer.with { server in
            let trusting = HTTPClientConfiguration(
                from: Settings(path: ["root", "http"], source: OneText(text: server.certificate)))
            let request = HTTPRequest(url: "\(server.url)/")
            func failure(_ request: HTTPRequest, _ pool: HTTPClientPool) async throws -> HTTPFailure? {
                try await withService(pool: pool) { service -> HTTPFailure? in
                    await #expect(throws: HTTPFailure.self) { try await service.response(to: request) }
                }
            }
            let unknown = try await failure(request, HTTPClientPool())
            #expect(unknown?.cause == .noConnection)
            #expect(
                unknown?.reason
                    == "cannot establish a TLS connection: SSL certificate problem: self-signed certificate")
            let otherHost = try await failure(
                HTTPRequest(url: server.url.replacing("127.0.0.1", with: "localhost")),
                HTTPClientPool(configuration: trusting))
            #expect(otherHost?.cause == .noConnection)
            #expect(otherHost?.reason.hasPrefix("cannot establish a TLS connection: SSL: no alt") == true)
            try await withService(pool: HTTPClientPool(configuration: trusting)) { service async throws -> Void in
                #expect(try await service.response(to: request).status == 200)
            }
        }
    }

    @Test("reports a server without TLS")
    func noTLS() async throws {
        try await LoopbackServer.with({ _ in .answer(status: 200) }) { server in
            try await withService { service async throws -> Void in
                await #expect {
                    try await service.response(to: HTTPRequest(url: "https://\(server.address)/"))
                } throws: {
                    let failure = $0 as? HTTPFailure
                    return failure?.cause == .noConnection
                        && failure?.reason.hasPrefix("cannot establish a TLS connection: ") == true
                }
            }
        }
    }
}

/// A server that accepts connections and leaves the rest to a function.
private struct SilentServer {
    let listener: any Channel

    static func start(_ accept: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>) async throws -> Self {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer(accept).bind(host: "127.0.0.1", port: 0).get()
        return Self(listener: listener)
    }

    var address: String { "127.0.0.1:\(listener.localAddress?.port ?? 0)" }

    func stop() async throws { try await listener.close() }
}

/// Replies to each message with an empty response.
private final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let response = ByteBuffer(string: "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(response), promise: nil)
    }
}

/// A server with a self-signed certificate.
private struct TLSServer {
    static let openssl = "/usr/bin/openssl"

    let url: String
    let certificate: String

    static func with(_ body: (TLSServer) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let (key, certificate) = (folder.appending("key.pem").string, folder.appending("certificate.pem").string)
            let made = try await run(
                .path(FilePath(openssl)),
                arguments: [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", certificate, "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1",
                ], output: .discarded)
            try #require(made.terminationStatus.isSuccess)
            _ = try await run(
                .path(FilePath(openssl)),
                arguments: ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"],
                input: .none, output: .sequence, error: .discarded
            ) { execution in
                var address: Substring?
                for try await line in execution.standardOutput.strings() {
                    address = line.firstMatch(of: /ACCEPT (.*)/)?.output.1
                    if address != nil { break }
                }
                let found = try #require(address)
                try await body(TLSServer(url: "https://\(found)", certificate: certificate))
                try execution.send(signal: .kill)
            }
        }
    }
}
