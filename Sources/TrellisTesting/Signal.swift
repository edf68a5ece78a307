import Synchronization

/// A repeated event for which tests can wait.
public final class Signal: Sendable {
    private struct State {
        var count = 0
        var lastNumber = 0
        var waiting: [Int: (count: Int, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())

    /// Creates a signal that has not fired.
    public init() {}

    /// The number of times the signal has fired.
    public var count: Int { state.withLock(\.count) }

    /// Fires the signal, and resumes the tasks that wait for the new count.
    public func fire() {
        let due = state.withLock { state in
            state.count += 1
            let due = state.waiting.filter { $0.value.count < state.count }
            for number in due.keys { state.waiting[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until the signal has fired more than a number of times.
    ///
    /// - Parameter count: The number to exceed. To wait for the next event, pass a value of ``count`` that was read
    ///   earlier.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func wait(beyond count: Int) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.count > count { return .success(()) }
                    state.waiting[number] = (count, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: number) }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }
}
