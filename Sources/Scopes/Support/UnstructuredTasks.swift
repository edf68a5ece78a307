// The only unstructured tasks of this module. Structured ones can't do this in Swift 6.3: a task group waits for a
// child that does not listen to its cancellation, a waiter that is cancelled would cancel the one who builds for
// all, and there is no way to shield a body from the cancellation of its task.

/// Starts a task that nobody waits for, on the task executor of the caller.
@discardableResult
func startUnstructured(_ operation: sending @escaping () async -> Void) -> Task<Void, Never> {
    // `Task {}` would drop the preference, and the work its attribution.
    Task(executorPreference: preferredTaskExecutor, operation: operation)
}

/// Runs an operation in a task of its own, and waits for it, but not longer than a time limit.
///
/// The operation does not see that the caller is cancelled. When the time is up it is cancelled and left alone.
nonisolated(nonsending) func withTimeLimit(
    _ limit: Duration,
    _ operation: @escaping @Sendable () async throws -> Void
) async -> ClosingReport.Outcome {
    await withCheckedContinuation { continuation in
        let race = Race(continuation)
        let running = startUnstructured {
            do {
                try await operation()
                race.end(with: .closed)
            } catch {
                race.end(with: .failed(error))
            }
        }
        let watching = startUnstructured {
            if await !sleep(for: limit) { return }
            if race.end(with: .abandoned(after: limit)) { running.cancel() }
        }
        race.whenEnded { watching.cancel() }
    }
}

/// Waits until a limit is over.
///
/// What is limited mostly ends at once. A sleep that is cancelled keeps its timer until its time, so the first one is short: else
/// scopes that come and go quickly would leave many timers behind.
///
/// - Returns: Whether it is over; false when the task is cancelled.
func sleep(for limit: Duration) async -> Bool {
    let first = min(limit, .milliseconds(50))
    for part in [first, limit - first] where part > .zero {
        guard (try? await Task.sleep(for: part)) != nil else { return false }
    }
    return true
}

/// The task executor that the current task prefers, or nil.
private var preferredTaskExecutor: (any TaskExecutor)? {
    // The unowned reference is turned into an owned one while the task that holds the executor runs.
    withUnsafeCurrentTask { task in unsafe task?.unownedTaskExecutor?.asTaskExecutor() }
}

/// The first to come to an end decides what is reported.
private final class Race: Sendable {
    private struct State: Sendable {
        var continuation: CheckedContinuation<ClosingReport.Outcome, Never>?
        var whenEnded: (@Sendable () -> Void)?
    }

    private let state: Lock<State>

    init(_ continuation: CheckedContinuation<ClosingReport.Outcome, Never>) {
        state = Lock(State(continuation: continuation))
    }

    /// Ends the race.
    ///
    /// Returns whether this was the first end.
    @discardableResult
    func end(with outcome: ClosingReport.Outcome) -> Bool {
        let (continuation, whenEnded) = state.withLock { state in
            defer { state = State() }
            return (state.continuation, state.whenEnded)
        }
        continuation?.resume(returning: outcome)
        whenEnded?()
        return continuation != nil
    }

    /// Runs an action when the race has ended, at once if it has already.
    func whenEnded(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.continuation != nil { state.whenEnded = action }
            return state.continuation == nil
        }
        if isOver { action() }
    }
}
