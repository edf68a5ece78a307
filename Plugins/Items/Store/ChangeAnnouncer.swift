import Synchronization

/// Tells those who wait that there are new changes.
///
/// It carries no changes: whoever is told reads them from the store, at his own pace. So a slow reader costs one pending
/// announcement, however much changes.
final class ChangeAnnouncer: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// A stream that yields after each announcement from now on; several that were not read yet count as one.
    func announcements() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
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
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }
}
