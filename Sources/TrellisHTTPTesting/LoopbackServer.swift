import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
public import TrellisTesting

/// An HTTP/1 server on the loopback interface for tests.
///
/// A handler returns the reply to each request, or a fault. A test can also disconnect the whole server, and connect it
/// again: see ``unplug()`` and ``plugIn()``.
///
/// ```swift
/// try await LoopbackServer.with({ request in
///     request.path == "/forecast" ? .answer(status: 200, body: Array("rain".utf8)) : .drop
/// }) { server in
///     // Send requests to server.url.
/// }
/// ```
public final class LoopbackServer: Sendable {
    /// The reply to a request, or a fault.
    public enum Reply: Sendable {
        /// A complete response.
        ///
        /// The names of `headers` are lowercase. `content-length` is the size of the body, unless `headers` contain a
        /// `content-length`, which may be wrong, or a `transfer-encoding`.
        case answer(status: Int, headers: [String: String] = [:], body: [UInt8] = [])

        /// Sends bytes instead of a response, then closes the connection.
        case raw([UInt8])

        /// Closes the connection without a response.
        case drop

        /// Sends the head and half of the body, then closes the connection.
        case half(body: [UInt8])

        /// Sends the head and half of the body, then nothing until the client closes the connection.
        case stall(body: [UInt8])

        /// Sends nothing until the client closes the connection.
        case hang

        /// Closes all connections and refuses new ones, as ``LoopbackServer/unplug()`` does.
        case unplug
    }

    /// A function that returns the reply to a request, and may suspend to delay the reply.
    public typealias Handler = @Sendable (Request) async -> Reply

    /// The requests that received ``Reply/hang`` or ``Reply/stall(body:)``.
    ///
    /// Only one task at a time may iterate over them.
    public let hanging: AsyncStream<Request>

    /// The requests of ``hanging`` whose client closed the connection.
    ///
    /// Only one task at a time may iterate over them.
    public let abandoned: AsyncStream<Request>

    /// Fires for each request of ``hanging``.
    public let stalled = Signal()

    /// A request and its connection.
    private struct Call: Sendable {
        var request: Request
        var channel: any Channel
    }

    /// The port of the next server.
    ///
    /// The port is below the ephemeral ports, so that the kernel does not assign it to another socket after
    /// ``unplug()``.
    private static let nextPort = Atomic(Int.random(in: 10_000..<20_000))

    private struct State {
        var port = 0
        var isUnplugged = false
        var listener: (any Channel)?
        var connections: [ObjectIdentifier: any Channel] = [:]
    }

    private let handler: Handler
    private let hangingContinuation: AsyncStream<Request>.Continuation
    private let abandonedContinuation: AsyncStream<Request>.Continuation
    private let calls: AsyncStream<Call>
    private let callsContinuation: AsyncStream<Call>.Continuation
    private let state = Mutex(State())

    private init(handler: @escaping Handler) {
        self.handler = handler
        (hanging, hangingContinuation) = AsyncStream.makeStream()
        (abandoned, abandonedContinuation) = AsyncStream.makeStream()
        (calls, callsContinuation) = AsyncStream.makeStream()
    }

    /// Calls a function with a running server, and stops the server.
    ///
    /// - Parameters:
    ///   - port: The port; nil for a free one.
    ///   - handler: Returns the reply to each request.
    ///   - body: The function, which receives the server.
    /// - Returns: The result of the body.
    /// - Throws: The error of binding the port; the error of the body.
    public static func with<Result: Sendable>(
        port: Int? = nil, _ handler: @escaping Handler, _ body: (LoopbackServer) async throws -> Result
    ) async throws -> Result {
        let server = LoopbackServer(handler: handler)
        try await server.plugIn(at: port)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await server.serve() }
            let outcome: Swift.Result<Result, any Error>
            do {
                outcome = .success(try await body(server))
            } catch {
                outcome = .failure(error)
            }
            await server.unplug()
            server.callsContinuation.finish()
            try await group.waitForAll()
            return try outcome.get()
        }
    }

    /// The URL of the server, such as `http://127.0.0.1:12345`.
    public var url: String { "http://\(address)" }

    /// The host and port of the URL, such as `127.0.0.1:12345`.
    public var address: String { "127.0.0.1:\(state.withLock(\.port))" }

    /// Closes all connections and refuses new ones.
    public func unplug() async {
        let (listener, connections) = state.withLock { state in
            state.isUnplugged = true
            defer { (state.listener, state.connections) = (nil, [:]) }
            return (state.listener, Array(state.connections.values))
        }
        for channel in [listener].compactMap({ $0 }) + connections {
            try? await channel.eventLoop.flatSubmit {
                try? channel.shutDown()
                return channel.close()
            }.get()
        }
    }

    /// Accepts connections again, on the same port.
    ///
    /// - Throws: The error of binding the port.
    public func plugIn() async throws {
        let port = state.withLock { state in
            state.isUnplugged = false
            return state.port
        }
        try await listen(on: port)
    }

    private func plugIn(at port: Int?) async throws {
        if let port { return try await listen(on: port) }
        while true {
            do {
                return try await listen(on: Self.nextPort.add(1, ordering: .relaxed).newValue)
            } catch let error as IOError where error.errnoCode == EADDRINUSE {
                // The port is in use; try the next one.
            }
        }
    }

    private func listen(on port: Int) async throws {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.closeOnExec() }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.closeOnExec()
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Reader(for: self))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        state.withLock { state in
            state.port = listener.localAddress?.port ?? 0
            state.listener = listener
        }
    }

    /// Reads the requests of one connection.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart

        private let server: LoopbackServer
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(for server: LoopbackServer) { self.server = server }

        func channelActive(context: ChannelHandlerContext) {
            server.take(context.channel)
            context.fireChannelActive()
        }

        func channelInactive(context: ChannelHandlerContext) {
            server.drop(context.channel)
            context.fireChannelInactive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let new): (head, body) = (new, [])
            case .body(let buffer): body += Array(buffer.readableBytesView)
            case .end:
                guard let head else { return }
                server.callsContinuation.yield(Call(request: Request(head, body: body), channel: context.channel))
            }
        }
    }

    private func take(_ channel: any Channel) {
        let isTaken = state.withLock { state in
            if !state.isUnplugged { state.connections[ObjectIdentifier(channel)] = channel }
            return !state.isUnplugged
        }
        if !isTaken { channel.close(promise: nil) }
    }

    private func drop(_ channel: any Channel) {
        _ = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    private func serve() async {
        await withDiscardingTaskGroup { group in
            for await call in calls {
                group.addTask {
                    // Writing fails if the client has closed the connection. No reply is needed in this case.
                    guard (try? await self.answer(call.request, on: call.channel)) != true else { return }
                    try? await call.channel.close()
                }
            }
        }
    }

    /// Sends the reply, and returns whether the connection stays open.
    private func answer(_ request: Request, on channel: any Channel) async throws -> Bool {
        switch await handler(request) {
        case .answer(let status, let headers, let body):
            var fields = HTTPHeaders(headers.map { ($0.key, $0.value) })
            if status != 304, headers["content-length"] == nil, headers["transfer-encoding"] == nil {
                fields.add(name: "content-length", value: "\(body.count)")
            }
            let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: fields)
            channel.write(HTTPServerResponsePart.head(head), promise: nil)
            if !body.isEmpty {
                channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
            }
            try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
            return true
        case .raw(let bytes):
            try await channel.eventLoop.submit {
                // The encoder accepts only responses, so the bytes are written behind it.
                let encoder = try channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
                encoder.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer(bytes: bytes))), promise: nil)
            }.get()
            return false
        case .drop:
            return false
        case .half(let body):
            try await channel.writeHalf(of: body)
            return false
        case .stall(let body):
            // Writing fails if the client closes the connection meanwhile, which then counts as abandoned.
            try? await channel.writeHalf(of: body)
            await stall(request, on: channel)
            return false
        case .hang:
            await stall(request, on: channel)
            return false
        case .unplug:
            await unplug()
            return false
        }
    }

    /// Waits until the client closes the connection.
    private func stall(_ request: Request, on channel: any Channel) async {
        hangingContinuation.yield(request)
        stalled.fire()
        try? await channel.closeFuture.get()
        abandonedContinuation.yield(request)
    }
}

extension Channel {
    fileprivate func writeHalf(of body: [UInt8]) async throws {
        let fields = HTTPHeaders([("content-length", "\(body.count)")])
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: fields)
        write(HTTPServerResponsePart.head(head), promise: nil)
        try await writeAndFlush(
            HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: body.prefix(body.count / 2)))))
    }
}
