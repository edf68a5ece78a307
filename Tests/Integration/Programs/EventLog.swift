import Synchronization

/// A sequence of texts: the lines of a log, or the notifications sent to systemd.
///
/// Tests wait for particular texts.
final class EventLog: Sendable {
    private struct State {
        var texts: [String] = []
        var isEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The texts that have been added.
    var texts: [String] { state.withLock(\.texts) }

    /// Adds a text.
    func append(_ text: String) { change { $0.texts.append(text) } }

    /// Ends the sequence.
    func end() { change { $0.isEnded = true } }

    /// Returns the first text, past or future, that meets a condition.
    ///
    /// - Parameter condition: Returns whether a text is the expected one.
    /// - Returns: The text; nil when the sequence ends without such a text.
    func first(where condition: (String) -> Bool) async -> String? {
        var seen = 0
        while true {
            let (texts, isEnded) = state.withLock { ($0.texts, $0.isEnded) }
            if let found = texts[seen...].first(where: condition) { return found }
            if isEnded { return nil }
            seen = texts.count
            await waitForMore(than: seen)
        }
    }

    /// Waits until the sequence ends.
    func waitForEnd() async {
        while !state.withLock(\.isEnded) { await waitForMore(than: texts.count) }
    }

    private func waitForMore(than count: Int) async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.isEnded || state.texts.count > count { return true }
                state.waiters.append(continuation)
                return false
            }
            if goesOn { continuation.resume() }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        // Resumes the waiters outside the lock, because they run foreign code.
        for waiter in waiters { waiter.resume() }
    }
}
