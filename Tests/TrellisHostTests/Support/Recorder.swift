import Synchronization

/// Records events in order.
///
/// A test can wait for an event.
final class Recorder: Sendable {
    private struct State {
        var events: [String] = []
        var waiters: [(isMatch: @Sendable (String) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var events: [String] { state.withLock(\.events) }

    func note(_ event: String) {
        let found = state.withLock { state in
            state.events.append(event)
            let found = state.waiters.filter { $0.isMatch(event) }
            state.waiters.removeAll { $0.isMatch(event) }
            return found
        }
        for waiter in found { waiter.continuation.resume() }
    }

    /// Waits until an event has been recorded.
    func wait(for event: String) async {
        await wait { $0 == event }
    }

    /// Waits until an event that matches has been recorded.
    func wait(until isMatch: @escaping @Sendable (String) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isRecorded = state.withLock { state in
                if state.events.contains(where: isMatch) { return true }
                state.waiters.append((isMatch, continuation))
                return false
            }
            if isRecorded { continuation.resume() }
        }
    }
}
