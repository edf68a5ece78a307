import Synchronization

/// Passes the updates of a watch to its reader, and merges events while the reader is busy.
///
/// A reader that needs longer for an update than the next one takes to arrive thus gets fewer and larger ones.
final class UpdateBuffer: Sendable {
    /// The maximum number of events of merged updates.
    static let maximumMergedEvents = 1_000

    private struct State {
        var next: EtcdWatchUpdate?
        var end: Result<Void, EtcdError>?

        /// Adds an update if there is none, or if it can be merged with it.
        mutating func add(_ update: EtcdWatchUpdate) -> Bool {
            switch (next, update) {
            case (nil, _):
                next = update
            case (.events(let waiting, _), .events(let events, let revision))
            where waiting.count + events.count <= UpdateBuffer.maximumMergedEvents:
                next = .events(waiting + events, revision: revision)
            default:
                return false
            }
            return true
        }
    }

    private let state = Mutex(State())
    private let updated = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let taken = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Passes an update, and waits while the reader has not taken one with which it cannot be merged.
    ///
    /// - Throws: CancellationError if the task is cancelled.
    func send(_ update: EtcdWatchUpdate) async throws {
        var spaces = taken.stream.makeAsyncIterator()
        while !state.withLock({ $0.add(update) }) {
            guard await spaces.next() != nil else { throw CancellationError() }
        }
        updated.continuation.yield()
    }

    /// Ends the updates, with an error if there is one.
    func finish(throwing error: EtcdError? = nil) {
        state.withLock { $0.end = error.map { .failure($0) } ?? .success(()) }
        updated.continuation.finish()
    }

    /// Waits for an update.
    ///
    /// - Returns: nil after the last one, or if the task is cancelled.
    func next(isolation: isolated (any Actor)? = #isolation) async throws(EtcdError) -> EtcdWatchUpdate? {
        var updates = updated.stream.makeAsyncIterator()
        repeat {
            if let update = state.withLock({ $0.next.take() }) {
                taken.continuation.yield()
                return update
            }
        } while await updates.next(isolation: isolation) != nil
        let (update, end) = state.withLock { ($0.next.take(), $0.end) }
        if update == nil { try end?.get() }
        return update
    }
}
