/// A value that is set once, and any number of tasks that wait for it.
///
/// Each waiter is independent: cancelling one affects neither the others nor the value.
final class Completion<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
        /// The waiters that were cancelled before they were registered.
        var cancelled: Set<Int> = []
        var lastWaiter = 0
    }

    private let state = Lock(State())

    /// The value; nil until it is set.
    var value: Value? {
        state.withLock { $0.value }
    }

    /// Sets the value and resumes the waiters.
    ///
    /// - Returns: False when the value was already set. The value then remains unchanged.
    @discardableResult
    func complete(with value: Value) -> Bool {
        let waiters = state.withLock { state -> [Int: CheckedContinuation<Value?, Never>]? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { (state.waiters, state.cancelled) = ([:], []) }
            return state.waiters
        }
        guard let waiters else { return false }
        for waiter in waiters.values { waiter.resume(returning: value) }
        return true
    }

    /// Waits for the value.
    ///
    /// Cancellation does not end the wait.
    nonisolated(nonsending) func wait() async -> Value {
        guard let value = await wait(as: nextWaiter()) else {
            preconditionFailure("a waiter that is never cancelled is resumed with the value")
        }
        return value
    }

    /// Waits for the value until the task is cancelled.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before the value is set.
    nonisolated(nonsending) func waitUnlessCancelled() async throws(CancellationError) -> Value {
        let number = nextWaiter()
        let value = await withTaskCancellationHandler {
            await wait(as: number)
        } onCancel: {
            // The handler may run before the waiter is registered.
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: number)
                if waiter == nil, state.value == nil { state.cancelled.insert(number) }
                return waiter
            }
            waiter?.resume(returning: nil)
        }
        guard let value else { throw CancellationError() }
        return value
    }

    private func nextWaiter() -> Int {
        state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
    }

    private nonisolated(nonsending) func wait(as number: Int) async -> Value? {
        await withCheckedContinuation { continuation in
            let result = state.withLock { state -> (isOver: Bool, value: Value?) in
                if state.cancelled.remove(number) != nil { return (true, nil) }
                if let value = state.value { return (true, value) }
                state.waiters[number] = continuation
                return (false, nil)
            }
            if result.isOver { continuation.resume(returning: result.value) }
        }
    }
}
