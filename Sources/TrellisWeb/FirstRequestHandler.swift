import NIOCore

/// Lets a client that has sent no request yet send its first one when the server shuts down.
///
/// Without the handler, the server closes such a connection at once, and the client gets a reset connection in place of
/// its response. The handler is a part of the pipeline before the one that closes idle connections.
final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    // The handler forwards the parts of requests, and does not read them.
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    /// The maximum time between the beginning of the shutdown and the first request.
    private static let limit = TimeAmount.seconds(1)

    private var hasRequest = false

    /// Ends the wait for the first request after ``limit``.
    private var wait: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasRequest = true
        context.fireChannelRead(data)
        // The next handler closes the connection after the response.
        endWait(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent, !hasRequest else {
            return context.fireUserInboundEventTriggered(event)
        }
        wait = context.eventLoop.assumeIsolated().scheduleTask(in: Self.limit) { self.endWait(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        wait?.cancel()
        wait = nil
        context.fireChannelInactive()
    }

    private func endWait(_ context: ChannelHandlerContext) {
        guard let wait else { return }
        wait.cancel()
        self.wait = nil
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
