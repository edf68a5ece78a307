/// An event that occurs once, for which any number of tasks may wait.
final class OneShotSignal: Sendable {
    private struct State {
        var hasFired = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }

    private let state = Lock(State())

    /// Resumes all waiting tasks, and makes later waits return at once.
    ///
    /// May be called more than once.
    func fire() {
        let waiters = state.withLock { state in
            state.hasFired = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until the event has occurred or the task is cancelled.
    func wait() async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The cancellation handler may run before or after this closure. If before, the task is already
                    // cancelled here; if after, the handler finds the waiter.
                    if state.hasFired || Task.isCancelled { return true }
                    state.waiters[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
        }
    }

    /// Waits until the event has occurred, even if the task is cancelled.
    func waitIgnoringCancellation() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.hasFired { return true }
                state.nextWaiter += 1
                state.waiters[state.nextWaiter] = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Waits until the event has occurred, the duration has elapsed, or the task is cancelled.
    ///
    /// - Returns: Whether the event has occurred.
    func wait(for duration: Duration) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait() }
            group.addTask { try? await Task.sleep(for: duration) }
            await group.next()
            group.cancelAll()
        }
        return state.withLock { $0.hasFired }
    }
}
