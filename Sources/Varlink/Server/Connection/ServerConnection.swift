import NIOCore

/// The state that the event loop and the tasks of a connection share: the call in progress, and the pending replies.
///
/// A call begins on the event loop, in ``ServerConnectionHandler``. A separate task serves the call on the executor of
/// its interface, and passes the replies back to the event loop, which writes them. The event loop is notified of the
/// end of a call only if it waits for that end. An idle connection has no task.
final class ServerConnection: Sendable {
    struct State {
        var output: OutputBuffer
        var calls = CallState()
        var senders = WaitingSenders()
        /// The input that the call in progress retains: its message, then its decoded parameters.
        var input: InputAccount?
    }

    let id: ConnectionID
    let peer: PeerCredentials
    let inspection: PeerInspection
    let endHandlers = ConnectionEndHandlers()
    let localState: LocalState

    let state: Lock<State>

    /// The maximum number of input bytes retained for all connections of one user.
    let inputLimit: Int

    private let router: VarlinkRouter
    private let handler: NIOLoopBound<any ConnectionEventHandler>
    private let eventLoop: any EventLoop

    init(
        _ handler: any ConnectionEventHandler, id: ConnectionID, peer: PeerCredentials, channel: any Channel,
        router: VarlinkRouter, configuration: VarlinkServerConfiguration, localState: LocalState = LocalState()
    ) {
        self.id = id
        self.peer = peer
        self.localState = localState
        self.inspection = PeerInspection(credentials: peer, channel: channel)
        self.state = Lock(State(output: OutputBuffer(unreadLimit: configuration.unreadReplySize)))
        self.inputLimit = configuration.maximumInputSizePerUser
        self.router = router
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        self.eventLoop = channel.eventLoop
    }

    /// Hands the connection over after the calls that have been received, or at once when there is none.
    ///
    /// A stream is cancelled.
    func handOver() {
        onEventLoop { $0.handOver() }
    }

    /// Ends the connection after the call in progress, or at once when there is none.
    ///
    /// A stream is cancelled.
    ///
    /// - Parameter reply: The reply to each waiting call.
    func drain(replying reply: [UInt8]) {
        onEventLoop { $0.drain(replying: reply) }
    }

    /// Closes the connection immediately.
    func close() {
        onEventLoop { $0.closeImmediately(.shutdown) }
    }

    func onEventLoop(_ body: @escaping @Sendable (any ConnectionEventHandler) -> Void) {
        let handler = handler
        eventLoop.execute { body(handler.value) }
    }

    // MARK: - Calls

    /// Begins a call while no other call is in progress.
    ///
    /// - Parameters:
    ///   - message: The received call.
    ///   - number: The number of the call on the connection.
    ///   - size: The size of the message in bytes, which is charged to the user until the call ends.
    ///   - served: The method that serves the call.
    /// - Returns: Whether the call has begun; false when the user exceeds the limit on input.
    func begin(_ message: CallMessage, as number: CallState.Number, of size: Int, by served: ServedMethod) -> Bool {
        let hasBegun = state.withLock { state in
            if state.input?.update(to: size) ?? 0 > inputLimit {
                _ = state.input?.update(to: 0)
                return false
            }
            state.senders.reset()
            state.calls.begin(number)
            return true
        }
        guard hasBegun else { return false }
        if let executor = served.callExecutor {
            executor.begin(for: peer.userID) { self.start(message, by: served, as: number, on: $0) }
        } else {
            start(message, by: served, as: number, on: served.executorPreference)
        }
        return true
    }

    /// Charges the call in progress for its decoded parameters instead of its message.
    func charge(_ size: Int, to call: CallState.Number) throws(ServerCallError) {
        let total = try state.withLock { (state) throws(ServerCallError) in
            if !state.calls.isOpen(call) { throw .ended }
            return state.input?.update(to: size) ?? 0
        }
        if total > inputLimit { throw .tooMuchInput(limitPerUser: inputLimit) }
    }

    /// Creates the task of a call, on any thread.
    private func start(
        _ message: CallMessage, by served: ServedMethod, as number: CallState.Number, on executor: (any TaskExecutor)?
    ) {
        let context = CallContext(
            peer: peer, connection: id, mode: message.mode, inspection: inspection, endHandlers: endHandlers,
            localState: localState)
        let call = ServerCall(
            message, of: served.method, in: served.interface, context: context,
            sink: ConnectionReplySink(connection: self, call: number, isOneway: context.oneway))
        let identity = CallIdentity(connection: id, number: number, userID: peer.userID)
        // Unstructured: a parent task per connection would cost several KiB and one more thread hop per call. The
        // server waits for the end of the task, and the task is cancelled with the connection.
        let task = Task(executorPreference: executor) {
            let reply = await CallIdentity.$current.withValue(identity) { await self.router.serve(call, by: served) }
            self.end(number, with: call.context.oneway ? nil : reply)
        }
        if state.withLock({ $0.calls.attach(task, to: number) }) { task.cancel() }
    }

    /// Whether a call is in progress.
    ///
    /// If so, the event loop is notified when the call ends.
    func isServingOrNotify() -> Bool {
        state.withLock { $0.calls.isServingOrNotify() }
    }

    /// Cancels the call in progress.
    func cancelCall() {
        state.withLock { $0.calls.cancel() }?.cancel()
    }

    /// Ends a call with an error, although its task has not ended.
    ///
    /// The task may be blocked. Its replies are dropped, and the connection serves its next call.
    func abandon(_ call: CallState.Number, isOneway: Bool, with error: any Error) {
        end(call, with: isOneway ? nil : router.reply(to: error).encoded())
    }

    /// Ends a call, unless it has ended already.
    ///
    /// The next call may begin before the final reply has been written, because replies are written in order.
    private func end(_ call: CallState.Number, with reply: [UInt8]?) {
        let result = state.withLock { state -> (mustFlush: Bool, (mustNotify: Bool, task: Task<Void, Never>?))? in
            guard state.calls.isOpen(call) else { return nil }
            // Releases the input before the reply is written, so that the client's next call does not exceed the limit.
            _ = state.input?.update(to: 0)
            return (reply.map { state.output.append($0) } ?? false, state.calls.end())
        }
        guard let (mustFlush, ended) = result else { return }
        withExtendedLifetime(ended.task) {}
        guard mustFlush || ended.mustNotify else { return }
        onEventLoop { handler in
            if mustFlush { handler.flush() }
            if ended.mustNotify { handler.callEnded() }
        }
    }
}
