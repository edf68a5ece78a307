import Glibc
import NIOCore

/// The event loop's side of a connection: cuts the input into calls, answers what needs no task, hands the others over
/// one by one, and writes the replies.
///
/// Everything here runs on the connection's event loop. Foreign code, the methods of interfaces, never does.
final class ServerConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    enum Phase {
        /// No call is under way.
        case idle
        /// A task serves a call.
        case serving(ServerCall)
        /// No further call is begun; what is written is still sent.
        case closing
    }

    /// How many calls are answered before other connections of the event loop have their turn.
    static let callsPerTurn = 32

    let id = ConnectionID()
    let peer: PeerCredentials?
    let inspection: PeerInspection
    let router: VarlinkRouter
    let configuration: VarlinkServer.Configuration
    let report: @Sendable (VarlinkServer.Event) -> Void
    let didClose: @Sendable (ConnectionID) -> Void

    /// The tasks' side; nil after the connection has been closed.
    var connection: ServerConnection?
    var context: ChannelHandlerContext?

    var phase = Phase.idle
    var framer: MessageFramer

    /// Answers that are not written yet.
    var answers: ByteBuffer?

    var closeReason: VarlinkServer.CloseReason?
    var callCount: ServerOutbox.CallNumber = 0

    /// The client sends no more, but may still read.
    var isInputClosed = false
    /// The client reads no more.
    var isClientGone = false
    /// The connection ends after the call under way.
    var isDraining = false
    /// The channel wants to read, and shall not yet.
    var isReadDeferred = false
    /// A further turn has been asked for.
    var isTurnScheduled = false

    init(
        peer: PeerCredentials?, channel: any Channel, router: VarlinkRouter,
        configuration: VarlinkServer.Configuration, report: @escaping @Sendable (VarlinkServer.Event) -> Void,
        didClose: @escaping @Sendable (ConnectionID) -> Void
    ) {
        self.peer = peer
        self.inspection = PeerInspection(credentials: peer, channel: channel)
        self.router = router
        self.configuration = configuration
        self.report = report
        self.didClose = didClose
        self.framer = MessageFramer(maximumMessageSize: configuration.maximumMessageSize)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        // A channel that never became active ends here.
        clientDidGo()
    }

    func channelInactive(context: ChannelHandlerContext) {
        clientDidGo()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .closing = phase { return }
        framer.append(unwrapInboundIn(data))
        takeTurn()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        writeAnswers()
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { takeTurn() }
        writeAnswers()
        context.fireChannelWritabilityChanged()
    }

    func read(context: ChannelHandlerContext) {
        if mayRead {
            context.read()
        } else {
            isReadDeferred = true
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            isInputClosed = true
            writeAnswers()
            closeIfDone()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client that closes its end without reading everything is no failure of ours.
        let isReset = (error as? IOError)?.errnoCode == ECONNRESET || (error as? IOError)?.errnoCode == EPIPE
        closeReason = closeReason ?? (isReset ? .client : .failure(String(describing: error)))
        context.close(promise: nil)
    }
}
