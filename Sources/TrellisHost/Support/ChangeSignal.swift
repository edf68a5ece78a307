import Synchronization

/// Notifies any number of readers of changes.
final class ChangeSignal: Sendable {
    private struct State {
        var lastReader = 0
        var readers: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// Signals a change to all readers.
    func signal() {
        let readers = state.withLock { Array($0.readers.values) }
        // Readers are notified outside the lock, because yielding may resume foreign code.
        for reader in readers { reader.yield() }
    }

    /// Returns a stream for one reader, which yields after each change from now on.
    ///
    /// Changes that are not consumed are coalesced.
    func changes() -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let reader = state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            return state.lastReader
        }
        continuation.onTermination = { [weak self] _ in
            // The continuation is released outside the lock.
            let released = self?.state.withLock { $0.readers.removeValue(forKey: reader) }
            withExtendedLifetime(released) {}
        }
        return changes
    }
}
