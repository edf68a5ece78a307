import Synchronization

/// Something that happens again and again, and that can be waited for.
public final class Signal: Sendable {
    private struct State {
        var count = 0
        var lastNumber = 0
        var waiting: [Int: (count: Int, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())

    /// Creates one that has not happened yet.
    public init() {}

    /// How often it has happened.
    public var count: Int { state.withLock(\.count) }

    /// It happens.
    public func fire() {
        let due = state.withLock { state in
            state.count += 1
            let due = state.waiting.filter { $0.value.count < state.count }
            for number in due.keys { state.waiting[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Waits until it has happened more often than a number of times.
    ///
    /// - Parameter count: The number: what ``count`` was, to wait for the next time.
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
