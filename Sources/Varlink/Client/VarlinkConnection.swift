import NIOCore
import NIOPosix

/// A client's connection to a service.
///
/// Calls from several tasks are pipelined: sent in the order in which they were made, without waiting for each other,
/// and answered in that order. While a stream runs, the calls behind it wait.
///
/// A call whose task is cancelled throws at once; its reply is thrown away when it comes, and the connection stays. The
/// connection is closed by ``close()``, and when nobody holds it or one of its streams any more.
public final class VarlinkConnection: VarlinkCaller {
    /// Limits of a connection, for what the service sends.
    public struct Configuration: Hashable, Sendable {
        /// The most bytes that a reply may have, the NUL that ends it apart.
        ///
        /// Default: 16 MiB, as in systemd. A longer one closes the connection.
        public var maximumMessageSize = 16_777_216

        /// How deeply arrays and objects of a reply may be nested.
        ///
        /// Default: 2048, as in systemd. A deeper one closes the connection.
        public var maximumDepth = 2048

        /// How many bytes of a stream may wait to be taken.
        ///
        /// Default: 256 KiB. Beyond that nothing is read from the service, so that its methods are made to wait.
        public var unreadReplySize = 262_144

        /// How long to wait while the service's queue of connections is full.
        ///
        /// Default: 5 s.
        public var connectTimeout = Duration.seconds(5)

        /// The defaults.
        public init() {}
    }

    /// Where the service is.
    public let address: VarlinkAddress

    private let channel: any Channel
    private let handler: NIOLoopBound<ClientConnectionHandler>

    private init(address: VarlinkAddress, channel: any Channel, handler: NIOLoopBound<ClientConnectionHandler>) {
        self.address = address
        self.channel = channel
        self.handler = handler
    }

    deinit {
        onEventLoop { $0.close() }
    }

    /// Connects to a service.
    ///
    /// - Parameters:
    ///   - address: Where it is.
    ///   - configuration: The limits; the documented defaults by default.
    /// - Returns: The connection. It is closed when nobody holds it any more.
    /// - Throws: ``VarlinkConnectionError``.
    public static func connect(
        to address: VarlinkAddress, configuration: Configuration = Configuration()
    ) async throws -> VarlinkConnection {
        let descriptor = try await ConnectedSocket.connect(to: address, timeout: configuration.connectTimeout)
        return try await VarlinkConnection(taking: descriptor, address: address, configuration: configuration)
    }

    /// Takes a socket that is connected already.
    convenience init(
        taking descriptor: OwnedDescriptor, address: VarlinkAddress, configuration: Configuration
    ) async throws {
        guard let number = descriptor.take() else { throw VarlinkConnectionError(.closed, address: address) }
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        // Kept from the beginning on: a service that closes the connection at once takes the handler out of the
        // pipeline.
        let handler = try await eventLoop.submit {
            NIOLoopBound(ClientConnectionHandler(address: address, configuration: configuration), eventLoop: eventLoop)
        }.get()
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: eventLoop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(handler.value)
                    }
                }
                .withConnectedSocket(number).get()
        } catch {
            throw VarlinkConnectionError(.closedByService, address: address)
        }
        self.init(address: address, channel: channel, handler: handler)
    }

    /// Closes the connection.
    ///
    /// Calls that wait for a reply throw ``VarlinkConnectionError``.
    public func close() async {
        onEventLoop { $0.close() }
        // Fails for no channel that SwiftNIO has opened.
        try? await channel.closeFuture.get()
    }

    /// Makes a call and waits for its only reply.
    ///
    /// - Throws: ``VarlinkConnectionError``, or `CancellationError`.
    public func reply(to call: CallMessage) async throws -> ReplyMessage {
        let exchange = begin(call)
        guard let reply = try await exchange.next() else {
            throw VarlinkConnectionError(.closedByService, address: address)
        }
        return reply
    }

    /// Makes a call that may have several replies.
    public func replies(to call: CallMessage) async throws -> any ReplySource {
        ConnectionReplySource(begin(call), on: self)
    }

    /// Makes a call without a reply, and returns when it has been written.
    ///
    /// - Throws: ``VarlinkConnectionError``.
    public func send(_ call: CallMessage) async throws {
        let bytes = call.encoded()
        let written = channel.eventLoop.makePromise(of: Void.self)
        onEventLoop { $0.send(bytes, promise: written) }
        do {
            try await written.futureResult.get()
        } catch let error as VarlinkConnectionError {
            throw error
        } catch {
            throw VarlinkConnectionError(.closedByService, address: address)
        }
    }

    private func begin(_ call: CallMessage) -> ReplyExchange {
        let handler = handler
        let eventLoop = channel.eventLoop
        let exchange = ReplyExchange(takesSeveral: call.mode == .more) {
            eventLoop.execute { handler.value.resume() }
        }
        let bytes = call.encoded()
        onEventLoop { $0.send(bytes, for: exchange) }
        return exchange
    }

    private func onEventLoop(_ body: @escaping @Sendable (ClientConnectionHandler) -> Void) {
        let handler = handler
        channel.eventLoop.execute { body(handler.value) }
    }

    /// Closes the connection of a stream that nobody takes any more.
    fileprivate func abandon() {
        onEventLoop { $0.close() }
    }
}

/// The replies of a stream over a connection.
///
/// Letting go of it before the last reply closes the connection.
private final class ConnectionReplySource: ReplySource {
    private let exchange: ReplyExchange
    private let connection: VarlinkConnection

    init(_ exchange: ReplyExchange, on connection: VarlinkConnection) {
        self.exchange = exchange
        self.connection = connection
    }

    deinit {
        if !exchange.hasEnded { connection.abandon() }
    }

    func next() async throws -> ReplyMessage? {
        do {
            return try await exchange.next()
        } catch {
            if error is CancellationError { connection.abandon() }
            throw error
        }
    }
}
