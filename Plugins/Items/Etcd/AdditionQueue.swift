import Items
import Synchronization

/// The additions that wait for the transaction before them.
///
/// One transaction at a time adds the items that have arrived during the previous one. Many clients therefore need few transactions, of etcd
/// and of each host's copy. An addition by a single client does not wait.
final class AdditionQueue: Sendable {
    /// An addition that waits.
    struct Addition: Sendable {
        let item: Item

        /// The time at which the call ends.
        let deadline: ContinuousClock.Instant

        fileprivate let key: Int
        fileprivate let continuation: CheckedContinuation<Item?, any Error>

        /// Reports the item with the revision of the change, or the error of the transaction.
        func finish(_ result: Result<Item, any Error>) { continuation.resume(with: result.map { $0 }) }
    }

    /// The maximum number of items in a transaction, which fit into a request of etcd with the longest titles.
    static let maximumCount = 100

    /// The maximum difference between the deadlines of the additions in a transaction, which ends at the first one.
    static let maximumDifference = Duration.seconds(1)

    private struct State {
        var isBusy = false
        var waiting: [Addition] = []
        var lastKey = 0
    }

    private let state = Mutex(State())

    /// Whether a transaction is executed.
    var isBusy: Bool { state.withLock(\.isBusy) }

    /// The number of additions that wait.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Waits for a transaction that adds an item.
    ///
    /// If the task is cancelled while the item waits, the item is not added. A transaction that has begun is not interrupted, because it adds
    /// the items of other callers, too.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - deadline: The time at which the call ends.
    /// - Returns: The item with the revision of the change; nil if there was no other transaction, so that the caller adds the item without
    ///   waiting. It has to call ``next()`` after that.
    /// - Throws: The error of the transaction; `CancellationError` when the task is cancelled.
    func add(_ item: Item, until deadline: ContinuousClock.Instant) async throws -> Item? {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Item?, any Error>? = state.withLock { state in
                    // Read under the lock: the handler of a later cancellation finds the addition in the queue.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    defer { state.isBusy = true }
                    guard state.isBusy else { return .success(nil) }
                    state.waiting.append(
                        Addition(item: item, deadline: deadline, key: key, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let addition = state.withLock { state in
                state.waiting.firstIndex { $0.key == key }.map { state.waiting.remove(at: $0) }
            }
            addition?.finish(.failure(CancellationError()))
        }
    }

    /// Ends a transaction and begins the next one, if additions wait.
    ///
    /// - Returns: The additions of the next transaction, of which each has to be finished before the next call; an empty array for none.
    func next() -> [Addition] {
        state.withLock { state in
            guard let first = state.waiting.first else {
                state.isBusy = false
                return []
            }
            let last = first.deadline + Self.maximumDifference
            let next = state.waiting.prefix(Self.maximumCount).prefix { $0.deadline <= last }
            state.waiting.removeFirst(next.count)
            return Array(next)
        }
    }
}
