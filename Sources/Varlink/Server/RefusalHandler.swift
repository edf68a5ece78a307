import NIOCore

/// Replies to the first call of a refused connection, and closes the connection.
///
/// The reply waits for the call, since a reply before the call would violate the protocol.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let reply: [UInt8]
    private let time: TimeAmount
    private let onEnd: () -> Void
    private var timer: Scheduled<Void>?
    private var hasReplied = false

    /// - Parameters:
    ///   - reply: The encoded reply to the first call.
    ///   - time: The maximum time to wait for the first call before the connection is closed.
    ///   - onEnd: Called once, when the connection is closed.
    init(reply: [UInt8], within time: TimeAmount, onEnd: @escaping () -> Void) {
        self.reply = reply
        self.time = time
        self.onEnd = onEnd
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        onEnd()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasReplied, unwrapInboundIn(data).readableBytesView.contains(0) else { return }
        hasReplied = true
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: reply)))
            .assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed, !hasReplied { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
