import NIOCore
import NIOPosix

/// A client's connection to a service.
///
/// Calls of several tasks are pipelined: sent in order without waiting for each other, and replied to in the same
/// order. Calls after a stream wait for the end of the stream.
///
/// A call whose task is cancelled throws at once. Its reply is discarded on arrival, and the connection stays open.
/// The connection is closed by ``close()``, or when this object and its streams have been released.
public final class VarlinkConnection: VarlinkCaller {
    /// The address of the service.
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
    ///   - address: The address of the service.
    ///   - configuration: The limits. Default: those of ``VarlinkConnectionConfiguration/init()``.
    /// - Returns: The open connection, which is closed at the latest when the object is released.
    /// - Throws: ``VarlinkConnectionError``.
    public static func connect(
        to address: VarlinkAddress, configuration: VarlinkConnectionConfiguration = VarlinkConnectionConfiguration()
    ) async throws -> VarlinkConnection {
        let descriptor = try await ConnectedSocket.connect(to: address, timeout: configuration.connectTimeout)
        return try await VarlinkConnection(taking: descriptor, address: address, configuration: configuration)
    }

    /// Uses a socket that is connected already, such as one of a pair whose other socket is the standard input and output
    /// of a program.
    ///
    /// - Parameters:
    ///   - socket: The descriptor of the Unix stream socket, which the connection closes, even after an error.
    ///   - address: The address of the service for messages, such as ``VarlinkAddress/connected(_:)``.
    ///   - configuration: The limits. Default: those of ``VarlinkConnectionConfiguration/init()``.
    /// - Returns: The open connection, which is closed at the latest when the object is released.
    /// - Throws: ``VarlinkConnectionError``.
    public static func connect(
        over socket: CInt, to address: VarlinkAddress,
        configuration: VarlinkConnectionConfiguration = VarlinkConnectionConfiguration()
    ) async throws -> VarlinkConnection {
        try await VarlinkConnection(
            taking: OwnedDescriptor(socket), address: address, configuration: configuration)
    }

    /// Adopts a connected socket.
    convenience init(
        taking descriptor: OwnedDescriptor, address: VarlinkAddress, configuration: VarlinkConnectionConfiguration
    ) async throws {
        guard let number = descriptor.take() else { throw VarlinkConnectionError(.closed, address: address) }
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        // The handler is retained from the start, because SwiftNIO removes it from the pipeline as soon as the service
        // closes the connection.
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
        // Cannot fail for a channel that SwiftNIO has opened.
        try? await channel.closeFuture.get()
    }

    /// Makes a call and waits for its only reply.
    ///
    /// - Throws: ``VarlinkConnectionError`` when the connection fails or has been closed, `CancellationError` when the
    ///   task is cancelled.
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

    /// Sends a call that has no reply, and returns when the call has been written.
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

    /// Closes the connection of a stream that has been abandoned.
    fileprivate func abandon() {
        onEventLoop { $0.close() }
    }
}

/// The replies of a stream over a connection.
///
/// Releasing the source before the final reply closes the connection.
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
