import Synchronization

/// A limit on concurrent requests, which suspends further tasks.
///
/// Waiting tasks resume in the order of their requests. If they serve calls of several users, the users have turns, so a user
/// with many calls does not delay the others.
public final class RequestSemaphore: Sendable {
    private typealias Waiting = (number: Int, continuation: CheckedContinuation<Void, any Error>)

    private struct State {
        var permits: Int
        var lastNumber = 0
        var waiting = FairQueue<Waiting>()

        /// Takes a permit if one is free.
        mutating func take() -> Bool {
            guard permits > 0 else { return false }
            permits -= 1
            return true
        }
    }

    private let state: Mutex<State>

    /// Creates a semaphore.
    ///
    /// - Parameter permits: The maximum number of concurrent requests.
    public init(_ permits: Int) {
        state = Mutex(State(permits: permits))
    }

    /// The number of tasks that wait.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Waits for a permit, calls a function, and releases the permit.
    ///
    /// - Parameter body: The request.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; `CancellationError` when the task is cancelled while it waits.
    public func withPermit<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        try Task.checkCancellation()
        let number: Int? = state.withLock { state in
            if state.take() { return nil }
            state.lastNumber += 1
            return state.lastNumber
        }
        guard let number else { return }
        let user = CallIdentity.current?.userID
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // The flag is read under the lock: an earlier cancellation is detected here, and the handler of a
                    // later cancellation finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.take() { return .success(()) }
                    state.waiting.append((number, continuation), for: user)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiting = state.withLock { state in state.waiting.remove { $0.number == number } }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    private func release() {
        let next = state.withLock { state -> Waiting? in
            let next = state.waiting.popFirst()
            if next == nil { state.permits += 1 }
            return next
        }
        next?.continuation.resume()
    }
}
