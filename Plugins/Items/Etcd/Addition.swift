import Items
import Synchronization

/// An addition that shares a transaction with others.
final class Addition: Sendable {
    typealias Continuation = CheckedContinuation<Item?, any Error>

    private struct State {
        var hasBegun = false
        var continuation: Continuation?
        var result: Result<Item, any Error>?
    }

    let item: Item

    /// The time at which the call ends.
    let deadline: ContinuousClock.Instant

    private let state = Mutex(State())

    init(_ item: Item, until deadline: ContinuousClock.Instant) {
        self.item = item
        self.deadline = deadline
    }

    /// Resumes a continuation with the result, now or later.
    func resume(_ continuation: Continuation) {
        let result = state.withLock { state in
            if state.result == nil { state.continuation = continuation }
            return state.result
        }
        if let result { continuation.resume(with: result.map { $0 }) }
    }

    /// Whether the addition has a result.
    var isFinished: Bool { state.withLock { $0.result != nil } }

    /// Begins the addition, unless it was cancelled.
    ///
    /// - Returns: Whether the item is to be added.
    func begin() -> Bool {
        state.withLock { state in
            state.hasBegun = true
            return state.result == nil
        }
    }

    /// Sets the result, unless the addition was cancelled: the item with the revision of the change, or the error of the transaction.
    func finish(_ result: Result<Item, any Error>) { finish { _ in result } }

    /// Ends the call, but not the transaction, which adds the items of other callers, too.
    func cancel() {
        finish { hasBegun in
            .failure(
                hasBegun
                    ? ItemStoreFailure.outcomeUnknown(reason: "the call was cancelled while the item was being added")
                    : CancellationError())
        }
    }

    private func finish(_ result: (_ hasBegun: Bool) -> Result<Item, any Error>) {
        let (continuation, result) = state.withLock { state in
            let result = state.result ?? result(state.hasBegun)
            defer { state.continuation = nil }
            state.result = result
            return (state.continuation, result)
        }
        continuation?.resume(with: result.map { $0 })
    }
}
