import Synchronization

/// Changes that begin when so many watchers listen, and come as fast as each of them takes them: none is lost.
final class ChangeLog: Sendable {
    private struct State {
        var watchers = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// How many changes there will be.
    let count: Int

    private let watchers: Int
    private let state = Mutex(State())

    init(watchers: Int, count: Int) {
        self.watchers = watchers
        self.count = count
    }

    /// Listens; returns when all do.
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
