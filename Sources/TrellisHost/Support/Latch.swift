import Synchronization

/// A door that is opened once, and stays open; those who wait before it go on when it is.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var next = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Whether it is open.
    var isOpen: Bool { state.withLock(\.isOpen) }

    /// Opens it.
    ///
    /// Opening it again does nothing.
    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        // Resumed outside the lock: what goes on there is foreign code.
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until it is open, whether the task is cancelled or not: for what must not go on before.
    func waitDespiteCancellation() async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                guard !state.isOpen else { return true }
                state.next += 1
                state.waiters[state.next] = continuation
                return false
            }
            if goesOn { continuation.resume() }
        }
    }

    /// Waits until it is open, or the task is cancelled: look at ``isOpen`` where that makes a difference.
    func wait() async {
        let key = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    // The handler below may have run already, and found nobody: so cancellation is asked for here, too.
                    guard !state.isOpen, !Task.isCancelled else { return true }
                    state.waiters[key] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: key) }?.resume()
        }
    }
}
