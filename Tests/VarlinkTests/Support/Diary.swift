@testable import Varlink

/// A log of an interface, whose entries a test can wait for.
final class Diary: Sendable {
    private struct State {
        var entries: [String] = []
        var waiters: [Int: (entry: String, continuation: CheckedContinuation<Void, Never>)] = [:]
        var nextWaiter = 0
    }

    private let state = Lock(State())

    var entries: [String] { state.withLock { $0.entries } }

    func write(_ entry: String) {
        let waiters = state.withLock { state in
            state.entries.append(entry)
            let done = state.waiters.filter { $0.value.entry == entry }
            for key in done.keys { state.waiters[key] = nil }
            return done
        }
        for waiter in waiters.values { waiter.continuation.resume() }
    }

    /// Waits until the entry has been written or the test has timed out.
    func wait(for entry: String) async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.entries.contains(entry) { return true }
                    state.waiters[waiter] = (entry, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: waiter) }?.continuation.resume()
        }
    }
}
