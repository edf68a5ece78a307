import Dispatch
import Synchronization

/// Passes items from the task that reads them from etcd to the thread that inserts them, while a transaction is open.
///
/// The closure of a transaction is not asynchronous, so it blocks its thread until the next items arrive. One transaction writes each page
/// of the file once. With one per part, most pages would be written again for each part.
final class ItemFeed: Sendable {
    private struct State {
        var parts: [[PlacedItem]] = []
        var end: Result<Void, any Error>?

        /// Adds a part if there is space.
        mutating func add(_ items: [PlacedItem]) -> Bool {
            guard parts.count < ItemFeed.capacity else { return false }
            parts.append(items)
            return true
        }
    }

    /// The maximum number of parts that wait.
    private static let capacity = 4

    private let state = Mutex(State())

    /// Counts the parts that wait, and the end.
    private let available = DispatchSemaphore(value: 0)

    private let taken = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Passes a part of the items, and waits while too many parts wait.
    ///
    /// - Throws: CancellationError if the task is cancelled.
    func send(_ items: [PlacedItem]) async throws {
        var spaces = taken.stream.makeAsyncIterator()
        while !state.withLock({ $0.add(items) }) {
            guard await spaces.next() != nil else { throw CancellationError() }
        }
        available.signal()
    }

    /// Ends the items, with an error if they are incomplete.
    func finish(throwing error: (any Error)? = nil) {
        state.withLock { $0.end = error.map { .failure($0) } ?? .success(()) }
        available.signal()
    }

    /// Blocks the thread until there is another part of the items.
    ///
    /// Only the thread of the database may be blocked: it runs no tasks, and the sender calls ``finish(throwing:)`` in any case.
    ///
    /// - Returns: The part; nil after the last one.
    /// - Throws: The error that the items ended with.
    func next() throws -> [PlacedItem]? {
        available.wait()
        let (part, end) = state.withLock { ($0.parts.isEmpty ? nil : $0.parts.removeFirst(), $0.end) }
        if part == nil { try end?.get() }
        taken.continuation.yield()
        return part
    }
}
