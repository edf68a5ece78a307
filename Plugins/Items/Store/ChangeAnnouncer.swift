import Synchronization

/// A source of notifications about new changes.
///
/// A notification contains no change: its receiver reads the changes from the store. A slow receiver therefore occupies
/// memory for one pending notification, regardless of the number of changes.
final class ChangeAnnouncer: Sendable {
    private struct State {
        var lastKey = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Returns a stream that yields after each announcement from now on; unread announcements are merged into one.
    ///
    /// The stream ends when ``finish()`` is called, or immediately if ``finish()`` was called before.
    func announcements() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let key: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.lastKey += 1
            state.listeners[state.lastKey] = continuation
            return state.lastKey
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
        }
        return stream
    }

    /// Notifies all streams of new changes.
    func announce() {
        // The continuations are called outside the lock, because they may resume foreign code.
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    /// Ends all streams; called when the store closes.
    func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
