package import NIOCore

/// Pauses a listening socket when a connection cannot be accepted, for example for lack of descriptors, and reports the
/// failure.
///
/// During the pause, new connections wait in the socket's queue. SwiftNIO's `AcceptBackoffHandler` keeps the socket
/// registered for reading, so that the event loop would retry in a busy loop.
package final class AcceptFailureHandler: ChannelInboundHandler {
    package typealias InboundIn = any Channel
    package typealias InboundOut = any Channel

    private let pause: TimeAmount
    private let report: @Sendable (String) -> Void

    /// Whether a failure has been reported since the last connection was accepted.
    private var isReported = false

    /// - Parameters:
    ///   - pause: The duration of the pause.
    ///   - report: Receives the reason of the first failure since the last accepted connection.
    package init(pause: TimeAmount = .seconds(1), report: @escaping @Sendable (String) -> Void) {
        self.pause = pause
        self.report = report
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReported = false
        context.fireChannelRead(data)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError else { return }
        if !isReported { report(error.description) }
        isReported = true
        // Cannot fail while the channel is open.
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        let options = context.channel.syncOptions
        context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            try? options?.setOption(.autoRead, value: true)
        }
    }
}
