import NIOCore

/// A queue of the replies to one call, between the event loop and the task that receives them.
final class ReplyExchange: Sendable {
    private struct State {
        var replies = CircularBuffer<ReplyMessage>()
        /// The number of bytes of the waiting replies.
        var waitingBytes = 0
        /// Whether reading is paused until the task has taken replies.
        var isReadingPaused = false
        var waiter: CheckedContinuation<ReplyMessage?, any Error>?
        /// The end of the replies, by completion or by an error; nil while more may follow.
        var end: Result<Void, any Error>?
        /// Whether the task has stopped taking replies.
        var isAbandoned = false
    }

    /// Whether replies with `continues` are allowed.
    let takesSeveral: Bool

    private let resumeReading: @Sendable () -> Void
    private let state = Lock(State())

    /// - Parameters:
    ///   - takesSeveral: Whether replies with `continues` are allowed.
    ///   - resumeReading: Notifies the event loop that more replies can be queued.
    init(takesSeveral: Bool, resumeReading: @escaping @Sendable () -> Void) {
        self.takesSeveral = takesSeveral
        self.resumeReading = resumeReading
    }

    /// Whether the exchange has ended: no further reply follows.
    var hasEnded: Bool {
        state.withLock { $0.end != nil }
    }

    /// Delivers a reply.
    ///
    /// - Returns: Whether the connection may read more. If not, `resumeReading` is called later.
    func deliver(_ reply: ReplyMessage, limit: Int) -> Bool {
        let (waiter, mayRead) = state.withLock { state in
            if !reply.continues { state.end = .success(()) }
            if state.isAbandoned { return (Optional<CheckedContinuation<ReplyMessage?, any Error>>.none, true) }
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, true)
            }
            state.replies.append(reply)
            state.waitingBytes += reply.parameters.range.count
            state.isReadingPaused = state.waitingBytes >= limit
            return (nil, !state.isReadingPaused)
        }
        waiter?.resume(returning: reply)
        return mayRead
    }

    /// Ends the exchange with an error.
    func fail(_ error: any Error) {
        let waiter = state.withLock { state in
            if state.end == nil { state.end = .failure(error) }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(throwing: error)
    }

    /// Returns the next reply; nil after the final one.
    func next() async throws -> ReplyMessage? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                take(continuation)
            }
        } onCancel: {
            let waiter = state.withLock { state in
                abandon(&state)
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    private func take(_ continuation: CheckedContinuation<ReplyMessage?, any Error>) {
        var mustResume = false
        let result: Result<ReplyMessage?, any Error>? = state.withLock { state in
            if Task.isCancelled {
                abandon(&state)
                return .failure(CancellationError())
            }
            if let reply = state.replies.popFirst() {
                state.waitingBytes -= reply.parameters.range.count
                // Reading resumes once all waiting replies have been taken, so that pauses are rare.
                if state.isReadingPaused && state.replies.isEmpty {
                    state.isReadingPaused = false
                    mustResume = true
                }
                return .success(reply)
            }
            if let end = state.end { return end.map { nil } }
            precondition(state.waiter == nil, "One task at a time takes the replies of a call.")
            state.waiter = continuation
            return nil
        }
        if mustResume { resumeReading() }
        if let result { continuation.resume(with: result) }
    }

    private func abandon(_ state: inout State) {
        state.isAbandoned = true
        state.replies.removeAll()
        state.waitingBytes = 0
    }
}
