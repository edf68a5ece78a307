import NIOCore

/// The event loop's side of a client's connection: writes calls, and hands replies to the calls that they answer, in
/// order.
///
/// Everything here runs on the connection's event loop.
final class ClientConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let address: VarlinkAddress
    private let configuration: VarlinkConnection.Configuration
    private var context: ChannelHandlerContext?
    private var framer: MessageFramer

    /// The calls that are not answered yet, in order.
    private var exchanges = CircularBuffer<ReplyExchange>()

    /// Why no reply comes any more.
    private var end: VarlinkConnectionError?

    /// The first exchange has as many replies as it may have; nothing is read before some are taken.
    private var isPaused = false
    private var isReadDeferred = false

    init(address: VarlinkAddress, configuration: VarlinkConnection.Configuration) {
        self.address = address
        self.configuration = configuration
        framer = MessageFramer(maximumMessageSize: configuration.maximumMessageSize)
    }

    // MARK: - Calls

    /// Writes a call, and remembers who waits for its reply.
    func send(_ bytes: [UInt8], for exchange: ReplyExchange) {
        guard let context, end == nil else { return exchange.fail(closedError) }
        exchanges.append(exchange)
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }

    /// Writes a call that has no reply.
    func send(_ bytes: [UInt8], promise: EventLoopPromise<Void>) {
        guard let context, end == nil else { return promise.fail(closedError) }
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: promise)
    }

    /// Closes the connection from this side.
    func close() {
        finish(.closed)
    }

    /// Goes on reading, after replies have been taken.
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

    /// Hands over the replies that have come, until the first exchange has as many as it may have.
    ///
    /// - Parameter all: Whether it gets them all the same. The bytes are there already.
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
            finish(.violated(error))
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

    /// Hands over what the service said before it went, which is still good.
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
