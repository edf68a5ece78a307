import Synchronization

/// A sequence of changes that starts when the given number of watchers has joined.
///
/// Each watcher receives all changes, and may be slower than the others.
final class ChangeLog: Sendable {
    private struct State {
        var watchers = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The number of changes.
    let count: Int

    private let watchers: Int
    private let state = Mutex(State())

    init(watchers: Int, count: Int) {
        self.watchers = watchers
        self.count = count
    }

    /// Joins the watchers, and returns when all have joined.
    func join() async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.watchers += 1
                state.waiters.append(continuation)
                if state.watchers < watchers { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in ready { waiter.resume() }
        }
    }
}
