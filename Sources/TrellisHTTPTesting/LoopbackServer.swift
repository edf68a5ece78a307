import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
public import TrellisTesting

/// An HTTP/1 server on the loopback interface for tests, which answers as it is told, faults included, and can be
/// unplugged and plugged in again.
///
/// ```swift
/// try await LoopbackServer.with({ request in
///     request.path == "/forecast" ? .answer(status: 200, body: Array("rain".utf8)) : .drop
/// }) { server in
///     // Ask server.url, and unplug it in the middle.
/// }
/// ```
public final class LoopbackServer: Sendable {
    /// What becomes of a request.
    public enum Reply: Sendable {
        /// An answer.
        ///
        /// Its length is that of the body, unless `headers` have a `content-length`, which may be a wrong one, or a
        /// `transfer-encoding`; their names are in lower case.
        case answer(status: Int, headers: [String: String] = [:], body: [UInt8] = [])

        /// The connection is closed without an answer.
        case drop

        /// The head and half of the body are sent, then the connection is closed.
        case half(body: [UInt8])

        /// The head and half of the body are sent, and nothing more as long as the connection is open.
        case stall(body: [UInt8])

        /// There is no answer as long as the connection is open.
        case hang

        /// The server is unplugged.
        case unplug
    }

    /// Decides what becomes of a request; an answer that takes its time is one that is waited for here.
    public typealias Handler = @Sendable (Request) async -> Reply

    /// The requests that are not being answered, as they come: ``Reply/hang`` and ``Reply/stall(body:)``.
    ///
    /// For one who waits at a time.
    public let hanging: AsyncStream<Request>

    /// The requests that were not being answered when their connection ended.
    ///
    /// For one who waits at a time.
    public let abandoned: AsyncStream<Request>

    /// Fires when a request is not being answered.
    public let stalled = Signal()

    /// A request, and the connection that it came over.
    private struct Call: Sendable {
        var request: Request
        var channel: any Channel
    }

    /// The port of the next server.
    ///
    /// Below those that the kernel gives to connections and to servers that want any port, so that nobody takes one
    /// while its server is unplugged.
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

    /// Runs a server around a body.
    ///
    /// - Parameters:
    ///   - port: Where it is; nil for a port that is free.
    ///   - handler: What becomes of a request.
    ///   - body: Gets the server, while it runs.
    /// - Returns: What the body returns.
    /// - Throws: What keeps it from running, and what the body throws.
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

    /// Where the server is: `http://127.0.0.1:12345`.
    public var url: String { "http://\(address)" }

    /// The same without a scheme.
    public var address: String { "127.0.0.1:\(state.withLock(\.port))" }

    /// Closes every connection, and takes no more: those that are tried are refused.
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

    /// Takes connections, where it did before.
    ///
    /// - Throws: What keeps it from listening.
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
                // Somebody else's: the next one.
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
                    // A connection that the client closed meanwhile takes no answer, and needs none.
                    guard (try? await self.answer(call.request, on: call.channel)) != true else { return }
                    try? await call.channel.close()
                }
            }
        }
    }

    /// Answers, and says whether the connection stays open.
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
        case .drop:
            return false
        case .half(let body):
            try await channel.writeHalf(of: body)
            return false
        case .stall(let body):
            try await channel.writeHalf(of: body)
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

    /// Does nothing until the client closes the connection.
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
