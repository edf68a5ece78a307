import Synchronization

/// A limit on concurrent requests, which suspends further tasks and resumes them in the order of their requests.
public final class RequestSemaphore: Sendable {
    private struct State {
        var permits: Int
        var lastNumber = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    private let state: Mutex<State>

    /// Creates a semaphore.
    ///
    /// - Parameter permits: The maximum number of concurrent requests.
    public init(_ permits: Int) {
        state = Mutex(State(permits: permits))
    }

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
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // The flag is read under the lock: an earlier cancellation is detected here, and the handler of a
                    // later cancellation finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.permits > 0 {
                        state.permits -= 1
                        return .success(())
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    private func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
            state.permits += 1
            return nil
        }
        next?.resume()
    }
}
