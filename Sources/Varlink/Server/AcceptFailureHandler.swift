import NIOCore

/// Reports that a connection could not be accepted, such as for want of descriptors.
///
/// The server goes on.
final class AcceptFailureHandler: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let report: @Sendable (VarlinkServer.Event) -> Void

    init(report: @escaping @Sendable (VarlinkServer.Event) -> Void) {
        self.report = report
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError { report(.acceptFailed(reason: error.description)) }
    }
}
