import Synchronization

/// The outcome of code that is waited for no longer than a limit allows.
final class Attempt<Outcome: Sendable>: Sendable {
    private struct State {
        var outcome: Outcome?
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let ended = Latch()

    /// Stores the outcome.
    ///
    /// - Returns: Whether the outcome is awaited; false when the attempt was abandoned.
    func end(with outcome: Outcome) -> Bool {
        let isAwaited = state.withLock { state in
            state.outcome = outcome
            return !state.isAbandoned
        }
        ended.open()
        return isAwaited
    }

    /// Returns the outcome; abandons the attempt when there is none yet.
    func outcomeOrAbandon() -> Outcome? {
        state.withLock { state in
            if state.outcome == nil { state.isAbandoned = true }
            return state.outcome
        }
    }

    /// Waits until the attempt has ended or a limit returns, also in a task that is cancelled.
    ///
    /// - Parameter limit: Waits for the end of the time; returns early when its task is cancelled.
    /// - Returns: The value of the limit; nil when the attempt has ended first.
    func wait<Reason: Sendable>(until limit: @escaping @Sendable () async -> Reason) async -> Reason? {
        let reason = Mutex<Reason?>(nil)
        let isOver = Latch()
        // Tasks of their own, because the cancellation of the caller must not end them. Both end when they are cancelled
        // below.
        let timer = Task {
            let value = await limit()
            reason.withLock { $0 = value }
            isOver.open()
        }
        let watch = Task { [ended] in
            await ended.wait()
            isOver.open()
        }
        await isOver.waitDespiteCancellation()
        timer.cancel()
        watch.cancel()
        return ended.isOpen ? nil : reason.withLock(\.self)
    }
}
