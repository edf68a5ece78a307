import Synchronization

/// Tells those who wait that there are new changes.
///
/// It carries no changes: whoever is told reads them from the store, at his own pace. So a slow reader costs one
/// pending announcement, however much changes.
final class ChangeAnnouncer: Sendable {
    private struct State {
        var lastKey = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Mutex(State())

    /// A stream that yields after each announcement from now on; several that were not read yet count as one.
    ///
    /// It ends with ``finish()``, at once when that has been.
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

    /// Announces that there are new changes.
    func announce() {
        // The continuations are called outside the lock: what they resume is foreign code.
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    /// Ends every stream: there will be no more changes.
    func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
