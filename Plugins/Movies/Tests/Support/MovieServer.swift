import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server on the loopback that answers as it is told.
final class MovieServer: Sendable {
    /// What is answered to a request.
    enum Answer: Sendable {
        /// A status, headers and a body.
        case reply(Int, headers: [String: String] = [:], body: [UInt8])

        /// Nothing, ever.
        case silence

        /// The connection is closed.
        case hangUp

        /// The beginning of a body that is longer, and then the connection is closed.
        case cutShort(body: [UInt8])

        /// The beginning of a body that is longer, and then nothing.
        case stall(body: [UInt8])

        static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Answer {
            .reply(
                status, headers: ["Content-Type": "application/json;charset=utf-8"].merging(headers) { $1 },
                body: Array(text.utf8))
        }
    }

    /// A request that came.
    struct Request: Sendable, Hashable {
        var path: String
        var query: [String: String]
        var authorization: String?
    }

    private struct State {
        var answers: [String: [Answer]] = [:]
        var requests: [Request] = []
        var awaited: [(path: String, event: Event, continuation: AsyncStream<Request>.Continuation)] = []
        var channel: (any Channel)?
        var children: [ObjectIdentifier: any Channel] = [:]
    }

    private let state = Mutex(State())

    /// The port; the same after ``stop()`` and ``start()``.
    let port: Int

    private init(port: Int, channel: any Channel) {
        self.port = port
        state.withLock { $0.channel = channel }
    }

    /// The address of the server, with a path.
    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Every request that came.
    var requests: [Request] { state.withLock(\.requests) }

    /// Tells what is answered to requests of a path: one answer after the other, and the last one ever after.
    ///
    /// Of a path that nothing is told of, there is nothing (404).
    func answer(_ path: String, _ answers: Answer...) {
        state.withLock { $0.answers[path] = answers }
    }

    /// What a test can wait for.
    enum Event: Sendable {
        /// A request came.
        case arrival

        /// The client closed the connection of a request that was not answered, or not to its end.
        case departure
    }

    /// Something that is waited for, from when this was made.
    struct Awaited: Sendable {
        fileprivate let stream: AsyncStream<Request>

        /// The request that it happened to.
        var request: Request? {
            get async { await stream.first { _ in true } }
        }
    }

    /// Takes note of the next event of a path, so that it can be waited for.
    func expect(_ event: Event = .arrival, of path: String) -> Awaited {
        let (stream, continuation) = AsyncStream.makeStream(of: Request.self)
        state.withLock { $0.awaited.append((path, event, continuation)) }
        return Awaited(stream: stream)
    }

    private func tell(_ event: Event, of request: Request) {
        let awaited = state.withLock { state in
            let awaited = state.awaited.filter { $0.path == request.path && $0.event == event }
            state.awaited.removeAll { $0.path == request.path && $0.event == event }
            return awaited
        }
        for awaited in awaited { awaited.continuation.yield(request) }
    }

    /// Runs a body with a server.
    static func run<Result>(_ body: (MovieServer) async throws -> Result) async throws -> Result {
        let relay = Relay()
        let channel = try await listen(port: 0, relay)
        let server = MovieServer(port: channel.localAddress?.port ?? 0, channel: channel)
        relay.server.withLock { $0 = server }
        do {
            let result = try await body(server)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Goes away, as if the network were gone: connections are refused, and those that there are end.
    func stop() async {
        let channels = state.withLock { state in
            defer {
                state.channel = nil
                state.children = [:]
            }
            return ([state.channel].compactMap(\.self)) + state.children.values
        }
        for channel in channels { try? await channel.close() }
    }

    /// Comes back, at the same port.
    func start() async throws {
        let relay = Relay()
        relay.server.withLock { $0 = self }
        let channel = try await Self.listen(port: port, relay)
        state.withLock { $0.channel = channel }
    }

    private final class Relay: Sendable {
        let server = Mutex<MovieServer?>(nil)
    }

    private static func listen(port: Int, _ relay: Relay) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
                    try channel.pipeline.syncOperations.addHandler(Handler(relay))
                }
            }.bind(host: "127.0.0.1", port: port).get()
    }

    private func take(_ request: Request) -> Answer {
        let answer = state.withLock { state in
            state.requests.append(request)
            var answer = Answer.json(
                #"{"success":false,"status_code":34,"status_message":"There is no such resource."}"#, status: 404)
            if var answers = state.answers[request.path], let first = answers.first {
                answer = first
                if answers.count > 1 { answers.removeFirst() }
                state.answers[request.path] = answers
            }
            return answer
        }
        tell(.arrival, of: request)
        return answer
    }

    private func add(_ channel: any Channel) {
        let isOpen = state.withLock { state in
            if state.channel != nil { state.children[ObjectIdentifier(channel)] = channel }
            return state.channel != nil
        }
        if !isOpen { channel.close(promise: nil) }
    }

    private func remove(_ channel: any Channel) {
        _ = state.withLock { $0.children.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    /// Serves one connection.
    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let relay: Relay
        private var request: Request?

        init(_ relay: Relay) { self.relay = relay }

        func channelActive(context: ChannelHandlerContext) {
            relay.server.withLock(\.self)?.add(context.channel)
            context.fireChannelActive()
        }

        func channelInactive(context: ChannelHandlerContext) {
            let server = relay.server.withLock(\.self)
            server?.remove(context.channel)
            if let request { server?.tell(.departure, of: request) }
            context.fireChannelInactive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                let parts = URLComponents(string: head.uri)
                let query = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
                request = Request(
                    path: parts?.path ?? head.uri, query: Dictionary(query) { $1 },
                    authorization: head.headers.first(name: "Authorization"))
            case .body: break
            case .end:
                guard let request, let server = relay.server.withLock(\.self) else { return }
                send(server.take(request), context: context)
            }
        }

        private func send(_ answer: Answer, context: ChannelHandlerContext) {
            switch answer {
            case .silence: break
            case .hangUp: context.close(promise: nil)
            case .reply(let status, let headers, let body):
                request = nil
                write(status, headers, length: body.count, body, context: context)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            case .cutShort(let body):
                write(200, [:], length: body.count + 100, body, context: context)
                context.close(promise: nil)
            case .stall(let body):
                write(200, [:], length: body.count + 100, body, context: context)
            }
        }

        private func write(
            _ status: Int, _ headers: [String: String], length: Int, _ body: [UInt8], context: ChannelHandlerContext
        ) {
            var fields = HTTPHeaders(headers.map { ($0.key, $0.value) })
            if !fields.contains(name: "Transfer-Encoding") {
                fields.replaceOrAdd(name: "Content-Length", value: "\(length)")
            }
            let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: fields)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
    }
}
