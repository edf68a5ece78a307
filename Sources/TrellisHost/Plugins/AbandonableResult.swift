import Synchronization

/// The result of an operation that is awaited until a time limit, and abandoned after it.
final class AbandonableResult<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var isAbandoned = false
    }

    private let state = Mutex(State())
    private let completed = OneShotEvent()

    /// Stores the result of the operation.
    ///
    /// - Returns: Whether the result is awaited; false when the operation was abandoned.
    func complete(with value: Value) -> Bool {
        let isAwaited = state.withLock { state in
            state.value = value
            return !state.isAbandoned
        }
        completed.signal()
        return isAwaited
    }

    /// Returns the result; abandons the operation when there is no result yet.
    func valueOrAbandon() -> Value? {
        state.withLock { state in
            if state.value == nil { state.isAbandoned = true }
            return state.value
        }
    }

    /// Waits until the operation completes or `limit` returns, even if the task is cancelled.
    ///
    /// - Parameter limit: Waits for the end of the time; returns early when its task is cancelled.
    /// - Returns: The value of `limit`; nil when the operation completed first.
    func wait<Reason: Sendable>(until limit: @escaping @Sendable () async -> Reason) async -> Reason? {
        let reason = Mutex<Reason?>(nil)
        let isOver = OneShotEvent()
        // The tasks are unstructured, because the cancellation of the caller must not end them. Both end when they are
        // cancelled below.
        let timer = Task {
            let value = await limit()
            reason.withLock { $0 = value }
            isOver.signal()
        }
        let watch = Task { [completed] in
            await completed.wait()
            isOver.signal()
        }
        await isOver.waitIgnoringCancellation()
        timer.cancel()
        watch.cancel()
        return completed.isSignaled ? nil : reason.withLock(\.self)
    }
}
