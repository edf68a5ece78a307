import Synchronization

/// The replies of a connection's calls on their way from its task to its event loop.
///
/// Bounded: who sends while too much is unread waits. What gathers while the event loop is busy is written in one
/// piece.
final class ServerOutbox: Sendable {
    private struct State {
        /// The call whose replies are taken.
        var openCall: CallNumber?
        /// What the event loop has not taken yet.
        var pending: [UInt8] = []
        /// How many bytes the event loop has taken and the client's socket buffer has not.
        var unwritten = 0
        /// Whether the event loop has been told to take what is pending.
        var isFlushScheduled = false
        var isClosed = false
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var nextWaiter = 0
    }

    private enum Decision {
        case sent(mustFlush: Bool)
        case wait(Int)
    }

    /// Counts the calls of a connection.
    typealias CallNumber = UInt64

    /// Beyond so many unread bytes, senders wait.
    private let limit: Int
    private let flush: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: Beyond so many unread bytes, senders wait.
    ///   - flush: Tells the event loop to take what is pending.
    init(limit: Int, flush: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.flush = flush
    }

    /// Begins to take the replies of a call.
    func open(_ call: CallNumber) {
        state.withLock { $0.openCall = call }
    }

    /// Takes a reply after which others follow.
    func send(_ reply: [UInt8], of call: CallNumber) async throws {
        while true {
            try Task.checkCancellation()
            let decision = try state.withLock { (state) throws(ServerCallError) in
                if state.isClosed { throw .clientGone }
                if state.openCall != call { throw .ended }
                if state.pending.count + state.unwritten >= limit {
                    state.nextWaiter += 1
                    return Decision.wait(state.nextWaiter)
                }
                state.pending.append(contentsOf: reply)
                defer { state.isFlushScheduled = true }
                return .sent(mustFlush: !state.isFlushScheduled)
            }
            switch decision {
            case .sent(let mustFlush):
                if mustFlush { flush() }
                return
            case .wait(let waiter):
                try await waitForRoom(as: waiter)
            }
        }
    }

    /// Takes the last reply of a call, or nil for a call without, and no more of it.
    ///
    /// The event loop is told by the caller.
    func finish(_ call: CallNumber, with reply: [UInt8]?) {
        state.withLock { state in
            state.openCall = nil
            if let reply, !state.isClosed { state.pending.append(contentsOf: reply) }
        }
    }

    /// Hands what is pending to the event loop.
    func take() -> [UInt8] {
        state.withLock { state in
            state.isFlushScheduled = false
            state.unwritten += state.pending.count
            defer { state.pending = [] }
            return state.pending
        }
    }

    /// So many bytes are in the client's socket buffer.
    func didWrite(_ count: Int) {
        let waiters = state.withLock { state in
            state.unwritten -= count
            return takeWaiters(of: &state, if: state.pending.count + state.unwritten < limit)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Nobody reads any more.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            state.pending = []
            return takeWaiters(of: &state, if: true)
        }
        for waiter in waiters { waiter.resume() }
    }

    private func takeWaiters(of state: inout State, if mayGo: Bool) -> [CheckedContinuation<Void, any Error>] {
        guard mayGo, !state.waiters.isEmpty else { return [] }
        defer { state.waiters = [:] }
        return Array(state.waiters.values)
    }

    /// Waits until there may be room; the state is read again after it.
    private func waitForRoom(as waiter: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.isClosed || state.pending.count + state.unwritten < limit {
                        return true
                    }
                    state.waiters[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume(throwing: CancellationError())
        }
    }
}

/// The replies of one call, on their way to its connection's outbox.
struct ConnectionReplySink: ReplySink {
    let outbox: ServerOutbox
    let call: ServerOutbox.CallNumber

    func send(_ reply: [UInt8]) async throws {
        try await outbox.send(reply, of: call)
    }
}
