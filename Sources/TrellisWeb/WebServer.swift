public import HTTPTypes
public import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
public import ServiceLifecycle
import Trellis

/// A service that answers HTTP/1.1 requests on the sockets of a plugin.
///
/// ```swift
/// blueprint.provide(value: configuration.listen, .carried)
/// blueprint.provide(ListeningSockets.init, .carried)
/// blueprint.run { (sockets: ListeningSockets, logger: Logger) in
///     WebServer(sockets, logger: logger) { request in Response(status: .ok) }
/// }
/// ```
///
/// A request on the loopback interface is rejected with status 403 unless its host is a loopback address or `localhost`:
/// web pages of other hosts can otherwise read the responses (DNS rebinding). The host of an absolute URL in a request is
/// not compared, because browsers send such URLs only to proxies. A graceful shutdown lets responses in progress
/// finish, and closes idle connections. A client that has sent no request yet has a second for
/// its first one.
public struct WebServer: Service, CustomStringConvertible {
    /// The name of the service in the log.
    public var description: String { "web server" }

    /// The time after which an idle connection is closed, in seconds.
    static let idleTimeout: Int64 = 60

    private let sockets: ListeningSockets
    private let logger: Logger
    private let reportForeignHost: @Sendable (Request) -> Void
    private let respond: @Sendable (Request) async throws -> Response

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - sockets: The sockets.
    ///   - logger: The logger of the plugin.
    ///   - reportForeignHost: Receives each request that is rejected because of its host. Default: no report.
    ///   - respond: Answers a request. An error is logged, and answered with status 500.
    public init(
        _ sockets: ListeningSockets, logger: Logger,
        reportingForeignHost reportForeignHost: @escaping @Sendable (Request) -> Void = { _ in },
        respond: @escaping @Sendable (Request) async throws -> Response
    ) {
        (self.sockets, self.logger, self.respond) = (sockets, logger, respond)
        self.reportForeignHost = reportForeignHost
    }

    /// Serves until the graceful shutdown of the service, or until the task is cancelled.
    ///
    /// - Throws: `PluginFailure` when the operating system closes a socket.
    public func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for socket in sockets.sockets { group.addTask { try await serve(socket) } }
        }
    }

    private func serve(_ socket: ListeningSocket) async throws {
        let (logger, reportForeignHost, respond) = (logger, reportForeignHost, respond)
        let isLocal = if case .unix = socket.address { true } else { false }
        let http = HTTP1Channel(
            responder: { request, writer, _ in
                let response = await Self.response(
                    to: request, isLocal: isLocal, logger: logger, reportForeignHost, respond)
                try await writer.write(response: response.head, body: response.body)
            },
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [FirstRequestHandler()], idleTimeout: .seconds(Self.idleTimeout),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
        let receiver = ConnectionReceiver(http: http, at: socket.address, logger: logger)
        socket.receivers.add(receiver)
        await withTaskCancellationOrGracefulShutdownHandler {
            await withDiscardingTaskGroup { tasks in
                for await connection in receiver.connections {
                    tasks.addTask { await http.handle(value: connection, logger: logger) }
                }
            }
        } onCancelOrGracefulShutdown: {
            // Not in the handler itself: a handler of a cancellation must not wait for a lock under which the task is resumed.
            MultiThreadedEventLoopGroup.singleton.any().execute {
                socket.receivers.remove(receiver)
                receiver.finish()
            }
        }
        guard Task.isCancelled || Task.isShuttingDownGracefully else {
            throw PluginFailure(
                .unavailable, "the socket \(socket.address) was closed by an error of the system",
                advice:
                    "The next start of the plugin opens it again; an entry 'cannot accept connections' in the log has the reason"
            )
        }
    }

    private static func response(
        to request: Request, isLocal: Bool, logger: Logger, _ reportForeignHost: (Request) -> Void,
        _ respond: (Request) async throws -> Response
    ) async -> Response {
        var response: Response
        if let host = HTTPField.Name("Host"), request.headers[host] != nil {
            // The first field is the authority (RFC 9112, 3.2). Another server could have used the second one.
            response = Response(status: .badRequest, text: "The request has several header fields Host.\n")
        } else if !isLocal, !LoopbackHost.isValid(request.head.authority) {
            reportForeignHost(request)
            response = Response(status: .forbidden, text: foreignHostMessage(request.head.authority))
        } else {
            do {
                response = try await respond(request)
            } catch {
                logger.error("a request failed: \(error)", metadata: ["path": "\(request.uri.path)"])
                response = Response(status: .internalServerError, text: "The request failed. The log has the reason.\n")
            }
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.cacheControl] = response.headers[.cacheControl] ?? "no-store"
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// The reason why a request for a host is rejected, and the remedies for a person and for a proxy.
    private static func foreignHostMessage(_ host: String?) -> String {
        let problem =
            host.map { "The host '\($0.prefix(100))' is rejected." } ?? "A request without a host is rejected."
        return """
            \(problem) This server accepts only localhost and addresses of the loopback interface, \
            because a page of another host could otherwise read its responses in your browser (DNS rebinding).
            Open the same URL with the host 127.0.0.1 or localhost. \
            A proxy must replace the header field Host by one of them.

            """
    }
}

extension Response {
    /// Creates a response with text.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - contentType: The header field `Content-Type`. Default: plain text in UTF-8.
    ///   - text: The text.
    public init(status: HTTPResponse.Status, contentType: String = "text/plain; charset=utf-8", text: String) {
        self.init(
            status: status, headers: [.contentType: contentType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
