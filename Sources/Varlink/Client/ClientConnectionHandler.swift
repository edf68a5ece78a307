import NIOCore

/// The channel handler of a client's connection, which writes calls and assigns each reply to the oldest open call.
///
/// All functions run on the connection's event loop.
final class ClientConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let address: VarlinkAddress
    private let configuration: VarlinkConnectionConfiguration
    private var context: ChannelHandlerContext?
    private var framer: MessageFramer

    /// The calls without a final reply, in order.
    private var exchanges = CircularBuffer<ReplyExchange>()

    /// The error that ended the connection; nil while the connection is open.
    private var end: VarlinkConnectionError?

    /// Whether reading is paused, because the first exchange has reached its limit of waiting replies.
    private var isPaused = false
    private var isReadDeferred = false

    init(address: VarlinkAddress, configuration: VarlinkConnectionConfiguration) {
        self.address = address
        self.configuration = configuration
        framer = MessageFramer(maximumMessageSize: configuration.maximumMessageSize)
    }

    // MARK: - Calls

    /// Sends a call, and queues the exchange that receives its replies.
    func send(_ bytes: [UInt8], for exchange: ReplyExchange) {
        guard let context, end == nil else { return exchange.fail(closedError) }
        exchanges.append(exchange)
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }

    /// Sends a call that has no reply.
    func send(_ bytes: [UInt8], promise: EventLoopPromise<Void>) {
        guard let context, end == nil else { return promise.fail(closedError) }
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: promise)
    }

    /// Closes the connection on the client's side.
    func close() {
        finish(.closed)
    }

    /// Resumes reading after replies have been taken.
    func resume() {
        isPaused = false
        deliverReplies()
        if isReadDeferred && !isPaused {
            isReadDeferred = false
            context?.read()
        }
    }

    private var closedError: VarlinkConnectionError {
        end ?? VarlinkConnectionError(.closedByService, address: address)
    }

    // MARK: - Replies

    /// Delivers the received replies until the first exchange has reached its limit.
    ///
    /// - Parameter all: Whether to ignore the limit, for bytes that have already been received.
    private func deliverReplies(all: Bool = false) {
        do throws(ProtocolViolation) {
            while all || !isPaused, end == nil, let message = try framer.next() {
                let reply = try ReplyMessage(parsing: message, maximumDepth: configuration.maximumDepth)
                guard let exchange = exchanges.first else { throw ProtocolViolation.unexpectedReply }
                if reply.continues && !exchange.takesSeveral { throw ProtocolViolation.unexpectedContinues }
                if !reply.continues { exchanges.removeFirst() }
                isPaused = !exchange.deliver(reply, limit: configuration.unreadReplySize) && reply.continues
            }
        } catch {
            finish(.protocolViolation(error))
        }
    }

    private func finish(_ code: VarlinkConnectionError.Code) {
        if end != nil { return }
        let error = VarlinkConnectionError(code, address: address)
        end = error
        framer.removeAll()
        let waiting = exchanges
        exchanges.removeAll()
        for exchange in waiting { exchange.fail(error) }
        context?.close(promise: nil)
    }

    /// Delivers the replies that the service sent before it closed the connection.
    private func serviceDidGo() {
        deliverReplies(all: true)
        finish(.closedByService)
    }

    // MARK: - Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        serviceDidGo()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if end != nil { return }
        framer.append(unwrapInboundIn(data))
        deliverReplies()
    }

    func channelInactive(context: ChannelHandlerContext) {
        serviceDidGo()
        context.fireChannelInactive()
    }

    func read(context: ChannelHandlerContext) {
        if isPaused {
            isReadDeferred = true
        } else {
            context.read()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        serviceDidGo()
    }
}
