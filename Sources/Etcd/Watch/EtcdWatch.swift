/// The updates of a watch, for one reader.
///
/// While the reader is busy, up to 1,000 events are merged into the next update. Further responses are read when it has been taken, so
/// that the memory of a slow reader is limited.
public struct EtcdWatch: AsyncSequence, Sendable {
    /// The iterator of the updates.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let updates: UpdateBuffer

        /// Waits for the next update.
        ///
        /// - Returns: The update; nil after the last one, or if the task is cancelled.
        public mutating func next(isolation: isolated (any Actor)? = #isolation) async throws(EtcdError)
            -> EtcdWatchUpdate?
        {
            try await updates.next()
        }
    }

    let updates: UpdateBuffer

    /// Creates the iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(updates: updates) }
}
