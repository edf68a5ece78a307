import Synchronization

/// Texts that come one after the other: the lines of a log, or what was told to systemd.
///
/// Tests wait for them.
final class EventLog: Sendable {
    private struct State {
        var texts: [String] = []
        var isEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Everything that came until now.
    var texts: [String] { state.withLock(\.texts) }

    /// Adds a text.
    func append(_ text: String) { change { $0.texts.append(text) } }

    /// Says that nothing more will come.
    func end() { change { $0.isEnded = true } }

    /// Waits for a text, whether it has come already or will.
    ///
    /// - Parameter condition: Which text.
    /// - Returns: The first one; nil when none has come until the end.
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

    /// Waits until nothing more comes.
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
        // Resumed outside the lock: what goes on there is foreign code.
        for waiter in waiters { waiter.resume() }
    }
}
