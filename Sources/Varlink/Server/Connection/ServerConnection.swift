import Glibc
import NIOCore

/// What the event loop and the tasks of a connection share: the call under way, and the replies on their way.
///
/// A call begins on the event loop, in ``ServerConnectionHandler``. It is served in a task of its own, on the executor
/// of its interface, and its replies are written from there. The event loop is told of its end only when it waits for
/// it. So a call of a client that waits for its reply costs one change of threads, and an idle connection no task.
final class ServerConnection: Sendable {
    struct State {
        var output: OutputState
        var calls = CallState()
        var senders = WaitingSenders()
        /// What the call under way retains: its message, and then its decoded parameters.
        var input: InputAccount?
    }

    let id: ConnectionID
    let peer: PeerCredentials
    let inspection: PeerInspection
    let ending = ConnectionEnd()

    let state: Lock<State>

    /// How many bytes of input one user may make the server keep.
    let inputLimit: Int

    private let router: VarlinkRouter
    private let handler: NIOLoopBound<ServerConnectionHandler>
    private let eventLoop: any EventLoop

    init(
        _ handler: ServerConnectionHandler, id: ConnectionID, peer: PeerCredentials, channel: any Channel,
        server: VarlinkServer
    ) {
        self.id = id
        self.peer = peer
        self.inspection = PeerInspection(credentials: peer, channel: channel)
        self.state = Lock(State(output: OutputState(unreadLimit: server.configuration.unreadReplySize)))
        self.inputLimit = server.configuration.maximumInputSizePerUser
        self.router = server.router
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        self.eventLoop = channel.eventLoop
    }

    /// Ends the connection after the call under way; at once when there is none.
    ///
    /// A stream is cancelled.
    ///
    /// - Parameter reply: The reply to each call that waits behind it.
    func drain(replying reply: [UInt8]) {
        onEventLoop { $0.drain(replying: reply) }
    }

    /// Closes the connection without waiting for anything.
    func close() {
        onEventLoop { $0.closeNow(.shutdown) }
    }

    func onEventLoop(_ body: @escaping @Sendable (ServerConnectionHandler) -> Void) {
        let handler = handler
        eventLoop.execute { body(handler.value) }
    }

    // MARK: - Calls

    /// Begins to serve a call.
    ///
    /// None is under way.
    ///
    /// - Parameters:
    ///   - message: The call.
    ///   - size: The bytes of its message, which are charged to the user until the call ends.
    ///   - served: What serves it.
    /// - Returns: false when the user has too much input; the call is not begun then.
    func begin(_ message: CallMessage, of size: Int, by served: ServedMethod) -> Bool {
        let begun: CallState.Number? = state.withLock { state in
            if state.input?.settle(size) ?? 0 > inputLimit {
                _ = state.input?.settle(0)
                return nil
            }
            state.senders.reset()
            return state.calls.begin()
        }
        guard let number = begun else { return false }
        if let executor = served.callExecutor {
            executor.begin { self.start(message, by: served, as: number) }
        } else {
            start(message, by: served, as: number)
        }
        return true
    }

    /// Charges the call under way for its decoded parameters instead of its message.
    func charge(_ size: Int, to call: CallState.Number) throws(ServerCallError) {
        let total = try state.withLock { (state) throws(ServerCallError) in
            if !state.calls.isOpen(call) { throw .ended }
            return state.input?.settle(size) ?? 0
        }
        if total > inputLimit { throw .tooMuchInput(limitPerUser: inputLimit) }
    }

    /// Makes the task of a call, on any thread.
    private func start(_ message: CallMessage, by served: ServedMethod, as number: CallState.Number) {
        let context = CallContext(peer: peer, connection: id, mode: message.mode, inspection: inspection, end: ending)
        let call = ServerCall(
            message, of: served, context: context, sink: ConnectionReplySink(connection: self, call: number))
        // Unstructured, because no task can wait for what comes on an event loop without costing a connection several
        // KiB and a call another change of threads. The server waits for its end, and it is cancelled with the
        // connection.
        let task = Task(executorPreference: served.executorPreference) {
            let reply = await self.router.serve(call)
            self.end(with: call.context.oneway ? nil : reply)
        }
        if state.withLock({ $0.calls.attach(task, to: number) }) { task.cancel() }
    }

    /// Lets the tasks of calls write to the socket themselves, through a descriptor of their own, which a connection
    /// has from its first such call on.
    ///
    /// - Returns: false when there is none to be had; the event loop writes then.
    func duplicate(_ descriptor: CInt) -> Bool {
        let second = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        if second >= 0 { state.withLock { $0.output.useDescriptor(second) } }
        return second >= 0
    }

    /// Whether a call is under way; if so, the event loop is told when it ends.
    func isServingOrTell() -> Bool {
        state.withLock { $0.calls.isServingOrTell() }
    }

    /// Cancels the call under way.
    func cancelCall() {
        state.withLock { $0.calls.cancel() }?.cancel()
    }

    /// Ends the call under way, whose place the next one may take while its last reply is being written: replies are
    /// written in order.
    private func end(with reply: [UInt8]?) {
        let (step, ended) = state.withLock { state in
            // Before the reply is written: the client's next call has room then.
            _ = state.input?.settle(0)
            return (reply.map { state.output.write($0) } ?? .nothing, state.calls.end())
        }
        withExtendedLifetime(ended.task) {}
        perform(step)
        if ended.mustTell { onEventLoop { $0.callEnded() } }
    }
}
