/// The lifecycle of a connection: whether calls may begin, and when the connection ends.
///
/// ```
/// open ──▶ halfClosed ──▶ handingOver ──▶ draining ──▶ closing      the channel is open
///   │          │               │             │           │
///   ▼          ▼               ▼             ▼           ▼
///   detached ─────────────────────────────▶ terminating ──▶ ended  the channel is closed
/// ```
///
/// Any phase with an open channel may be skipped. The type has no side effects: a transition returns the action that
/// the connection's handler has to perform.
struct ConnectionLifecycle {
    /// The phases, in order.
    enum Phase: Equatable {
        /// Calls arrive and are served.
        case open
        /// The client has shut down its sending side, and may still read.
        ///
        /// The calls that the client has sent are served.
        case halfClosed
        /// The server hands its connections over: no more is read, and the calls that have been received are served.
        ///
        /// Then the channel is closed, and the socket remains open for the next server.
        case handingOver
        /// The server is shutting down: the call in progress may complete, and each waiting call receives this reply.
        case draining(reply: [UInt8])
        /// No further call begins, and the last replies are being written.
        case closing
        /// The channel is closed.
        ///
        /// The oneway calls that had arrived are still served.
        case detached
        /// The channel is closed, and no further call begins.
        case terminating
        /// The last call has ended, and the connection has been released.
        case ended
    }

    /// An action that a transition requires.
    enum Action: Equatable {
        case none
        /// Discards the unprocessed input, and closes the channel once the last replies have been written.
        case closeWhenWritten
        /// Rejects each waiting call with the reply of the shutdown, and closes the connection.
        case rejectWaitingCalls
        /// Cancels the call in progress.
        case cancelCall
        /// Discards the unprocessed input.
        case discardInput
        /// Discards the unprocessed input, and cancels the call in progress if there is one.
        case terminate
        /// Serves the next waiting calls.
        case serveWaitingCalls
        /// Serves the next waiting calls, writes their replies, and continues to read.
        case resume
        /// Releases the connection if no call is in progress.
        case release
    }

    /// The properties of the call in progress that affect the end of its connection.
    struct CallTraits: Equatable {
        var isStream: Bool
        var isOneway: Bool
    }

    private(set) var phase = Phase.open

    /// The reason for closing the connection: the first one that was given, the client by default.
    private(set) var closeReason: ConnectionCloseReason?

    /// Whether the channel is open, so that replies can be written.
    var isChannelOpen: Bool {
        switch phase {
        case .open, .halfClosed, .handingOver, .draining, .closing: true
        case .detached, .terminating, .ended: false
        }
    }

    /// Whether input is accepted: calls to be served, or to be rejected while the server shuts down.
    var acceptsInput: Bool {
        switch phase {
        case .open, .halfClosed, .handingOver, .draining, .detached: true
        case .closing, .terminating, .ended: false
        }
    }

    /// Whether the next waiting call may begin.
    var mayBeginCalls: Bool {
        switch phase {
        case .open, .halfClosed, .handingOver, .detached: true
        case .draining, .closing, .terminating, .ended: false
        }
    }

    /// The reply to calls that are no longer served; nil unless the server is shutting down.
    var drainReply: [UInt8]? {
        if case .draining(let reply) = phase { reply } else { nil }
    }

    /// Records that the client has shut down its sending side.
    mutating func inputClosed() {
        if phase == .open { phase = .halfClosed }
    }

    /// Begins to hand the connection over.
    ///
    /// - Parameter call: The call in progress, if any.
    /// - Returns: The action to perform.
    mutating func handOver(during call: CallTraits?) -> Action {
        guard phase == .open || phase == .halfClosed else { return .none }
        phase = .handingOver
        guard let call else { return .resume }
        return call.isStream ? .cancelCall : .none
    }

    /// Begins to shut the connection down.
    ///
    /// - Parameters:
    ///   - reply: The reply to each waiting call.
    ///   - call: The call in progress, if any.
    /// - Returns: The action to perform.
    mutating func drain(replying reply: [UInt8], during call: CallTraits?) -> Action {
        guard phase == .open || phase == .halfClosed || phase == .handingOver else { return .none }
        phase = .draining(reply: reply)
        guard let call else { return .rejectWaitingCalls }
        return call.isStream ? .cancelCall : .none
    }

    /// Begins to close the connection, which ends when the last replies have been written.
    mutating func close(_ reason: ConnectionCloseReason) -> Action {
        switch phase {
        case .open, .halfClosed, .handingOver, .draining:
            phase = .closing
            closeReason = closeReason ?? reason
            return .closeWhenWritten
        case .detached:
            phase = .terminating
            return .discardInput
        case .closing, .terminating, .ended:
            return .none
        }
    }

    /// Records the reason for closing the channel immediately.
    mutating func closeImmediately(_ reason: ConnectionCloseReason) {
        closeReason = closeReason ?? reason
    }

    /// Records that either side has closed the channel.
    ///
    /// A oneway call continues without its client, and so do the oneway calls behind it.
    ///
    /// - Parameter call: The call in progress, if any.
    /// - Returns: The action to perform.
    mutating func channelClosed(during call: CallTraits?) -> Action {
        switch phase {
        case .open where call?.isOneway != false, .halfClosed where call?.isOneway != false,
            .handingOver where call?.isOneway != false:
            phase = .detached
            return call == nil ? .serveWaitingCalls : .none
        case .open, .halfClosed, .handingOver, .draining, .closing:
            phase = .terminating
            return .terminate
        case .detached, .terminating, .ended:
            return .none
        }
    }

    /// Returns the action to perform when the call in progress has ended.
    func callEnded() -> Action {
        switch phase {
        case .open, .halfClosed, .handingOver, .closing: .resume
        case .draining: .rejectWaitingCalls
        case .detached: .serveWaitingCalls
        case .terminating: .release
        case .ended: .none
        }
    }

    /// Records that no call is in progress and none waits.
    ///
    /// - Returns: Whether the connection is to be released now.
    mutating func idle() -> Bool {
        guard phase == .detached || phase == .terminating else { return false }
        phase = .ended
        return true
    }
}
