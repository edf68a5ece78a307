import NIOCore

/// Pauses a listening socket when a connection cannot be accepted, for example for lack of descriptors, and reports the
/// failure.
///
/// During the pause, new connections wait in the socket's queue. SwiftNIO's `AcceptBackoffHandler` keeps the socket
/// registered for reading, so that the event loop would retry in a busy loop.
final class AcceptFailureHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let pause: TimeAmount
    private let report: @Sendable (VarlinkServerEvent) -> Void

    /// Whether a failure has been reported since the last connection was accepted.
    private var isReported = false

    /// - Parameters:
    ///   - pause: The duration of the pause.
    ///   - report: Receives the first failure since the last accepted connection.
    init(pause: TimeAmount = .seconds(1), report: @escaping @Sendable (VarlinkServerEvent) -> Void) {
        self.pause = pause
        self.report = report
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReported = false
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError else { return }
        if !isReported { report(.acceptFailed(reason: error.description)) }
        isReported = true
        // Cannot fail while the channel is open.
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        let options = context.channel.syncOptions
        context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            try? options?.setOption(.autoRead, value: true)
        }
    }
}
