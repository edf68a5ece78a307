/// The updates of a watch, for one reader.
///
/// The next response of etcd is read when the reader asks for it, so a slow reader needs no memory.
public struct EtcdWatch: AsyncSequence, Sendable {
    /// The iterator of the updates.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let handoff: Handoff<EtcdWatchUpdate>

        /// Waits for the next update.
        ///
        /// - Returns: The update; nil after the last one, or if the task is cancelled.
        public mutating func next(isolation: isolated (any Actor)? = #isolation) async throws(EtcdError)
            -> EtcdWatchUpdate?
        {
            try await handoff.next()
        }
    }

    let handoff: Handoff<EtcdWatchUpdate>

    /// Creates the iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(handoff: handoff) }
}
