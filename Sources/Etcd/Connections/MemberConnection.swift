import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCProtobuf
import SwiftProtobuf
import Synchronization

/// The connections to one member.
///
/// Watches and renewals of leases have a connection of their own: etcd before 3.5.8 delays them behind large reads on the same one.
final class MemberConnection: Sendable {
    typealias Connection = GRPCClient<HTTP2ClientTransport.Posix>

    let endpoint: EtcdEndpoint
    private let calls: Connection
    private let streams: Connection
    let attemptTimeout: Duration
    private let maximumMessageSize: Int

    init(_ endpoint: EtcdEndpoint, _ configuration: EtcdConfiguration) throws {
        self.endpoint = endpoint
        calls = Connection(transport: try HTTP2ClientTransport.Posix(to: endpoint, configuration))
        streams = Connection(transport: try HTTP2ClientTransport.Posix(to: endpoint, configuration))
        attemptTimeout = configuration.attemptTimeout
        maximumMessageSize = configuration.maximumMessageSize
    }

    /// Connects when the first call is made, and again when a connection is lost, until the task is cancelled.
    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.calls.runConnections() }
            group.addTask { try await self.streams.runConnections() }
        }
    }

    /// Makes one attempt of a call, with a time limit.
    func call<Request, Response>(
        _ method: EtcdMethod<Request, Response>, _ request: Request, _ attempt: CallAttempt
    ) async throws(EtcdError) -> Response {
        let sent = Flag()
        do {
            return try await calls.clientStreaming(
                request: Self.single(request, attempt.metadata, sent), descriptor: method.descriptor,
                serializer: ProtobufSerializer<Request>(), deserializer: ProtobufDeserializer<Response>(),
                options: options(timeout: attempt.timeout(within: attemptTimeout))
            ) { response in
                try response.message
            }
        } catch {
            throw EtcdError(error, at: endpoint, effect: method.repetition != .read, wasSent: sent.isSet)
        }
    }

    /// Sends one request on a stream of its own and returns the first response, with the time limit of an attempt.
    func exchange<Request, Response>(
        _ method: EtcdMethod<Request, Response>, _ request: Request, _ attempt: CallAttempt
    ) async throws(EtcdError) -> Response {
        let sent = Flag()
        do {
            return try await streams.bidirectionalStreaming(
                request: Self.single(request, attempt.metadata, sent), descriptor: method.descriptor,
                serializer: ProtobufSerializer<Request>(), deserializer: ProtobufDeserializer<Response>(),
                options: options(timeout: attempt.timeout(within: attemptTimeout))
            ) { [endpoint] response in
                for try await message in response.messages { return message }
                throw EtcdError(
                    cause: .unavailable, outcome: .unknown, endpoint: endpoint,
                    message: "the stream ended without an answer")
            }
        } catch {
            throw EtcdError(error, at: endpoint, effect: method.repetition != .read, wasSent: sent.isSet)
        }
    }

    /// Opens a stream, sends one request, and passes the responses to `body` until it returns.
    func stream<Request, Response>(
        _ method: EtcdMethod<Request, Response>, _ request: Request, metadata: Metadata,
        _ body: @escaping @Sendable (RPCAsyncSequence<Response, any Error>) async throws -> Void
    ) async throws(EtcdError) {
        let request = StreamingClientRequest<Request>(metadata: metadata) { writer in
            try await writer.write(request)
            // Keeps the client's side of the stream open, until the end of the stream cancels this task.
            for await _ in AsyncStream<Never>.makeStream().stream {}
        }
        do {
            try await streams.bidirectionalStreaming(
                request: request, descriptor: method.descriptor, serializer: ProtobufSerializer<Request>(),
                deserializer: ProtobufDeserializer<Response>(), options: options(timeout: nil)
            ) { response in
                try await body(response.messages)
            }
        } catch {
            throw EtcdError(error, at: endpoint, effect: method.repetition != .read, wasSent: true)
        }
    }

    /// A request that records that it may have been sent: gRPC produces the message when the connection is established.
    private static func single<Request>(
        _ request: Request, _ metadata: Metadata, _ sent: Flag
    ) -> StreamingClientRequest<Request> {
        StreamingClientRequest(metadata: metadata) { writer in
            sent.set()
            try await writer.write(request)
        }
    }

    private func options(timeout: Duration?) -> CallOptions {
        var options = CallOptions.defaults
        options.timeout = timeout
        options.waitForReady = false
        // The transport limits received messages by the limit of requests.
        options.maxRequestMessageBytes = maximumMessageSize
        options.maxResponseMessageBytes = maximumMessageSize
        return options
    }
}

/// A Boolean value that several tasks use.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
