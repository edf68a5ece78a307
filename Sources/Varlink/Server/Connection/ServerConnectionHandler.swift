import Glibc
import NIOCore

/// The channel handler of a connection: splits the input into calls, replies to those that need no task, and begins the
/// others one at a time.
///
/// All functions run on the connection's event loop. Foreign code, such as the methods of interfaces, never runs here.
final class ServerConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The services that all connections of a server share, and the limits of the connection.
    struct Environment: Sendable {
        let router: VarlinkRouter
        var configuration: VarlinkServerConfiguration
        let registry: ConnectionRegistry
        let report: @Sendable (VarlinkServerEvent) -> Void
        let tickEndQueues = TickEndQueues()
    }

    /// The next step that has been scheduled on the event loop.
    enum ScheduledStep {
        case none
        /// At the end of the event loop's tick: write the replies, and continue to read.
        case completeTick
        /// In the next tick: serve more waiting calls, write the replies, and continue to read.
        case serveCalls
    }

    /// The maximum number of calls of one connection that are served in a tick of the event loop.
    static let callsPerTick = 32

    let id: ConnectionID
    let peer: PeerCredentials
    let environment: Environment
    var configuration: VarlinkServerConfiguration { environment.configuration }
    let tickEndQueue: TickEndQueue

    /// The socket, as long as the channel is open.
    let descriptor: CInt

    /// The state shared with the tasks; nil once the connection has ended.
    var connection: ServerConnection?
    var context: ChannelHandlerContext?
    var lifecycle = ConnectionLifecycle()
    var framer: MessageFramer
    var input: InputAccount?

    /// The replies of this tick.
    var replies: [UInt8] = []

    /// The number of received calls, which is also the number of the last call.
    var callCount: CallState.Number = 0

    /// The last call that began and needed a task.
    ///
    /// The call may already have ended.
    var lastCall: ConnectionLifecycle.CallTraits?

    var scheduledStep = ScheduledStep.none

    /// Whether the channel has requested to read, and the request waits until there is room for input.
    var isReadDeferred = false

    /// Whether calls wait until the client has read replies.
    var isBlockedByOutput = false

    var timers = ConnectionTimers()

    init(_ descriptor: CInt, peer: PeerCredentials, eventLoop: any EventLoop, environment: Environment) {
        self.id = ConnectionID()
        self.descriptor = descriptor
        self.peer = peer
        self.environment = environment
        self.tickEndQueue = environment.tickEndQueues.queue(on: eventLoop)
        self.framer = MessageFramer(maximumMessageSize: environment.configuration.maximumMessageSize)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        armIdleTimer()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        // A channel that never became active ends here.
        channelDidClose()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        // The input that another server received before it handed the connection over.
        if framer.waitingBytes > 0 {
            serveWaitingCalls()
            scheduleTickEnd()
        }
        handOverIfServed()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        channelDidClose()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard lifecycle.acceptsInput else { return }
        framer.append(unwrapInboundIn(data))
        serveWaitingCalls()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        scheduleTickEnd()
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
            lifecycle.inputClosed()
            completeTick()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // It is not a failure when a client closes the connection before it has read all replies.
        let isReset = (error as? IOError)?.errnoCode == ECONNRESET || (error as? IOError)?.errnoCode == EPIPE
        closeImmediately(isReset ? .client : .failure(String(describing: error)))
    }
}

extension ServerConnectionHandler: ConnectionEventHandler {
    func callEnded() {
        perform(lifecycle.callEnded())
    }

    func handOver() {
        perform(lifecycle.handOver(during: callInProgress))
    }

    func drain(replying reply: [UInt8]) {
        perform(lifecycle.drain(replying: reply, during: callInProgress))
    }
}
