import Synchronization

/// Notes what happens, in order, and lets a test wait for it.
final class Recorder: Sendable {
    private struct State {
        var events: [String] = []
        var waiters: [(event: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var events: [String] { state.withLock(\.events) }

    func note(_ event: String) {
        let found = state.withLock { state in
            state.events.append(event)
            let found = state.waiters.filter { $0.event == event }
            state.waiters.removeAll { $0.event == event }
            return found
        }
        for waiter in found { waiter.continuation.resume() }
    }

    /// Waits until an event has been noted.
    func wait(for event: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.events.contains(event) { return true }
                state.waiters.append((event, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
