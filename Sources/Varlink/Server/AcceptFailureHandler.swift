import NIOCore

/// Lets a listening socket rest when a connection could not be accepted, such as for want of descriptors, and reports
/// it.
///
/// The connections that come meanwhile wait in the socket's queue. SwiftNIO's own `AcceptBackoffHandler` does not let
/// go of the socket: the event loop would try again at once, for ever.
final class AcceptFailureHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let pause: TimeAmount
    private let report: @Sendable (VarlinkServer.Event) -> Void

    /// No connection has been accepted since the last report.
    private var isReported = false

    /// - Parameters:
    ///   - pause: How long the socket rests.
    ///   - report: Told the first failure since a connection was accepted.
    init(pause: TimeAmount = .seconds(1), report: @escaping @Sendable (VarlinkServer.Event) -> Void) {
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
        // Neither fails as long as the channel is open.
        try? context.channel.syncOptions?.setOption(.autoRead, value: false)
        let options = context.channel.syncOptions
        context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            try? options?.setOption(.autoRead, value: true)
        }
    }
}
