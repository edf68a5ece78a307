import Glibc
import NIOCore

/// The event loop's side of a connection: cuts the input into calls, answers what needs no task, and begins the others
/// one by one.
///
/// Everything here runs on the connection's event loop. Foreign code, the methods of interfaces, never does.
final class ServerConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What a call that was begun means for the end of its connection.
    struct CallTraits {
        var isStream: Bool
        var isOneway: Bool
    }

    /// How many calls are answered before other connections of the event loop have their turn.
    static let callsPerTurn = 32

    let id: ConnectionID
    let peer: PeerCredentials
    let router: VarlinkRouter
    let configuration: VarlinkServer.Configuration
    let registry: ConnectionRegistry
    let report: @Sendable (VarlinkServer.Event) -> Void
    let turnEnds: TurnEnds

    /// The socket, as long as the channel is open.
    let descriptor: CInt

    /// What is shared with the tasks; nil after the connection has been closed and its last call has ended.
    var connection: ServerConnection?
    /// Tasks can write to the socket themselves.
    var hasSecondDescriptor = false
    var context: ChannelHandlerContext?
    var framer: MessageFramer
    var input: InputAccount?

    /// Answers that are not written yet.
    var answers: [UInt8] = []

    /// The last call that was begun, which may have ended since.
    var lastCall: CallTraits?

    var closeReason: VarlinkServer.CloseReason?
    /// No further call is begun; what is written is still sent.
    var isClosing = false
    /// The client sends no more, but may still read.
    var isInputClosed = false
    /// The client reads no more.
    var isClientGone = false
    /// The reply to calls that are not begun any more; nil until the connection is to end after the call under way.
    var drainReply: [UInt8]?
    /// The connection ends after the call under way.
    var isDraining: Bool { drainReply != nil }
    /// The channel wants to read, and shall not yet.
    var isReadDeferred = false
    /// A further turn has been asked for.
    var isTurnScheduled = false
    /// The end of this turn has been asked for.
    var isEndScheduled = false

    /// Closes the connection at a time.
    var timers = ConnectionTimers()

    init(_ descriptor: CInt, peer: PeerCredentials, eventLoop: any EventLoop, server: VarlinkServer) {
        self.id = ConnectionID()
        self.descriptor = descriptor
        self.peer = peer
        self.router = server.router
        self.configuration = server.configuration
        self.registry = server.registry
        self.report = server.report
        self.turnEnds = server.turnEnds(on: eventLoop)
        self.framer = MessageFramer(maximumMessageSize: server.configuration.maximumMessageSize)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        armIdleTimer()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        // A channel that never became active ends here.
        clientDidGo()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        clientDidGo()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isClosing { return }
        framer.append(unwrapInboundIn(data))
        takeTurn()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        scheduleEnd()
        context.fireChannelReadComplete()
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
            endTurn()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client that closes its end without reading everything is no failure of ours.
        let isReset = (error as? IOError)?.errnoCode == ECONNRESET || (error as? IOError)?.errnoCode == EPIPE
        closeNow(isReset ? .client : .failure(String(describing: error)))
    }
}
