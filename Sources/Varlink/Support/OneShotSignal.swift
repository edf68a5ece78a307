/// Something that happens once, and that any number of tasks wait for.
final class OneShotSignal: Sendable {
    private struct State {
        var hasFired = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }

    private let state = Lock(State())

    /// Lets all go on who wait, now and later.
    ///
    /// Once is enough.
    func fire() {
        let waiters = state.withLock { state in
            state.hasFired = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until it has happened, or the task is cancelled.
    func wait() async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The cancellation handler runs under no lock of ours, before this or after it: if before, the
                    // task is seen to be cancelled here; if after, it finds the waiter.
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

    /// Waits until it has happened, also when the task is cancelled.
    func waitDespiteCancellation() async {
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

    /// Waits until it has happened, the time is over, or the task is cancelled.
    ///
    /// - Returns: Whether it has happened.
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
