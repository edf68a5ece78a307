import Items
import Synchronization

/// The additions that wait for the transaction before them.
///
/// One transaction at a time adds the items that have arrived during the previous one. Many clients therefore need few transactions, of etcd
/// and of each host's copy. An addition by a single client does not wait.
final class AdditionQueue: Sendable {
    /// The maximum number of items in a transaction.
    static let maximumCount = 100

    /// The maximum difference between the deadlines of the additions in a transaction, which ends at the first one.
    static let maximumDifference = Duration.milliseconds(500)

    /// The time before its deadline from which an addition is not sent any more.
    ///
    /// A transaction with less time would often end without a known outcome, for all its additions.
    static let minimumTime = Duration.milliseconds(100)

    private struct State {
        var isBusy = false
        var waiting: [Addition] = []
    }

    private let state = Mutex(State())

    /// Whether a transaction is executed.
    var isBusy: Bool { state.withLock(\.isBusy) }

    /// The number of additions that wait.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Waits for a transaction that adds an item.
    ///
    /// If the task is cancelled while the item waits, the item is not added.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - deadline: The time at which the call ends.
    /// - Returns: The item with the revision of the change; nil if the queue was idle. The caller then adds the item by itself, and calls
    ///   ``next(at:)`` after that.
    /// - Throws: The error of the transaction; ``ItemStoreFailure``; `CancellationError`.
    func add(_ item: Item, until deadline: ContinuousClock.Instant) async throws -> Item? {
        let addition = Addition(item, until: deadline)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waits = state.withLock { state in
                    defer { state.isBusy = true }
                    if state.isBusy { state.waiting.append(addition) }
                    return state.isBusy
                }
                if waits { addition.resume(continuation) } else { continuation.resume(returning: nil) }
            }
        } onCancel: {
            addition.cancel()
        }
    }

    /// Ends a transaction and begins the next one, if additions wait.
    ///
    /// Additions that have too little time left fail.
    ///
    /// - Parameter now: The current time. Default: that of the clock.
    /// - Returns: The additions of the next transaction, of which each has to be finished; an empty array for none.
    func next(at now: ContinuousClock.Instant = .now) -> [Addition] {
        var late: [Addition] = []
        let next = state.withLock { state -> [Addition] in
            state.waiting.removeAll { addition in
                let isLate = addition.deadline < now + Self.minimumTime
                if isLate { late.append(addition) }
                return isLate || addition.isFinished
            }
            guard let first = state.waiting.first else {
                state.isBusy = false
                return []
            }
            let last = first.deadline + Self.maximumDifference
            let next = state.waiting.prefix(Self.maximumCount).prefix { $0.deadline <= last }
            state.waiting.removeFirst(next.count)
            return Array(next)
        }
        for addition in late { addition.finish(.failure(Self.tooLate)) }
        return next
    }

    private static let tooLate = ItemStoreFailure.unavailable(
        reason: "etcd did not respond in time to the additions before this one; check it with 'etcdctl endpoint health'"
    )
}
