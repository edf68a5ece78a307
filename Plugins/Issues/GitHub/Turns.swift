import Synchronization

/// Lets a number of callers do something at a time, the others in the order in which they came.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var lastNumber = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    private let state: Mutex<State>

    /// - Parameter count: How many at a time.
    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Waits for a turn, and does something.
    ///
    /// - Throws: What the body throws; `CancellationError` when the task is cancelled while it waits.
    func withTurn<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await take()
        defer { pass() }
        return try await body()
    }

    private func take() async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // Asked under the lock: a cancellation before this is seen here, and the handler of one after it
                    // finds who waits.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
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

    private func pass() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
