import HostSupport
import Synchronization

/// The result of an operation that is awaited until a time limit, and abandoned after it.
final class AbandonableResult<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var isAbandoned = false
        /// Signaled when the operation completes.
        var waiter: OneShotEvent?
    }

    private let state = Mutex(State())

    /// Stores the result of the operation.
    ///
    /// - Returns: Whether the result is awaited; false when the operation was abandoned.
    func complete(with value: Value) -> Bool {
        let (isAwaited, waiter) = state.withLock { state in
            state.value = value
            return (!state.isAbandoned, state.waiter)
        }
        waiter?.signal()
        return isAwaited
    }

    /// Takes the result, or abandons the operation when there is no result yet.
    ///
    /// - Parameter note: Called if the operation is abandoned, before it can complete; it may only take a lock. Default: nothing.
    /// - Returns: The result; nil if there was none.
    func valueOrAbandon(_ note: () -> Void = {}) -> Value? {
        state.withLock { state in
            if state.value == nil {
                state.isAbandoned = true
                note()
            }
            return state.value
        }
    }

    /// Waits until the operation completes or `limit` returns, even if the task is cancelled.
    ///
    /// - Parameter limit: Waits for the end of the time; returns early when its task is cancelled.
    /// - Returns: The value of `limit`; nil when the operation completed first.
    func wait<Reason: Sendable>(until limit: @escaping @Sendable () async -> Reason) async -> Reason? {
        let isOver = OneShotEvent()
        let isComplete = state.withLock { state in
            state.waiter = isOver
            return state.value != nil
        }
        if isComplete { return nil }
        let reason = Mutex<Reason?>(nil)
        // The task is unstructured, because the cancellation of the caller must not end it. It ends when it is cancelled
        // below.
        let timer = Task {
            let value = await limit()
            reason.withLock { $0 = value }
            isOver.signal()
        }
        await isOver.waitIgnoringCancellation()
        timer.cancel()
        return state.withLock { $0.value != nil } ? nil : reason.withLock(\.self)
    }
}
