import Synchronization

/// An event that is signaled once and stays signaled; tasks can wait for it.
package final class OneShotEvent: Sendable {
    private struct State {
        var isSignaled = false
        var lastKey = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Creates an event that has not been signaled.
    package init() {}

    /// Whether the event has been signaled.
    package var isSignaled: Bool { state.withLock(\.isSignaled) }

    /// Signals the event and resumes all waiters; further calls have no effect.
    package func signal() {
        let waiters = state.withLock { state in
            state.isSignaled = true
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        // Waiters are resumed outside the lock, because they run foreign code.
        for waiter in waiters { waiter.resume() }
    }

    /// Waits for the event, even if the task is cancelled.
    package func waitIgnoringCancellation() async {
        await withCheckedContinuation { continuation in
            let isSignaled = state.withLock { state in
                guard !state.isSignaled else { return true }
                state.lastKey += 1
                state.waiters[state.lastKey] = continuation
                return false
            }
            if isSignaled { continuation.resume() }
        }
    }

    /// Waits until the event is signaled or the task is cancelled.
    ///
    /// Read ``isSignaled`` to distinguish the two.
    package func wait() async {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // Cancellation is checked under the lock, because the handler below may already have run.
                    guard !state.isSignaled, !Task.isCancelled else { return true }
                    state.waiters[key] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: key) }?.resume()
        }
    }
}
