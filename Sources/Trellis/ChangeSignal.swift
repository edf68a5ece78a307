import Synchronization

/// Notifies any number of readers of changes.
///
/// A notification has no content: its reader reads what has changed, for example from a database. A slow reader therefore
/// occupies memory for one notification, regardless of the number of changes.
///
/// ```swift
/// let changes = signal.changes()        // before the first read, so that each change is either read or signalled
/// var last = try await send(after: 0)
/// for await _ in changes { last = try await send(after: last) }
/// ```
public final class ChangeSignal: Sendable {
    private struct State {
        var lastReader = 0
        var readers: [Int: AsyncStream<Void>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Creates a signal without readers.
    public init() {}

    /// Signals a change to all readers.
    public func signal() {
        let readers = state.withLock { Array($0.readers.values) }
        // Readers are notified outside the lock, because yielding may resume foreign code.
        for reader in readers { reader.yield() }
    }

    /// Returns a stream for one reader, which yields after changes from now on; changes that are not consumed are merged.
    ///
    /// The stream ends when ``finish()`` is called, or immediately if ``finish()`` was called before.
    ///
    /// - Parameter isInitiallySignaled: Whether the stream begins with a notification, so that its reader needs no other code
    ///   for its first read. Default: false.
    /// - Returns: The stream.
    public func changes(isInitiallySignaled: Bool = false) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        if isInitiallySignaled { continuation.yield() }
        let reader: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            return state.lastReader
        }
        guard let reader else {
            continuation.finish()
            return changes
        }
        continuation.onTermination = { [weak self] _ in
            // The continuation is released outside the lock.
            let released = self?.state.withLock { $0.readers.removeValue(forKey: reader) }
            withExtendedLifetime(released) {}
        }
        return changes
    }

    /// Ends the streams of all readers, after the changes that have been signalled.
    public func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }
}
