// The only unstructured tasks of this module. Structured concurrency in Swift 6.3 has no alternative: a task group
// waits for a child that ignores its cancellation. Cancelling one waiter would cancel the task that works for all
// waiters. A body can't be shielded from the cancellation of its task.

/// Starts a task that nothing awaits, on the task executor of the caller.
@discardableResult
func startUnstructured(_ operation: sending @escaping () async -> Void) -> Task<Void, Never> {
    // `Task {}` would drop the executor preference, and with it the attribution of the work.
    Task(executorPreference: preferredTaskExecutor, operation: operation)
}

/// The result of an operation with a time limit.
enum TimedResult: Sendable {
    case finished
    case failed(any Error)
    /// The operation was cancelled, and is no longer awaited.
    case timedOut(end: @Sendable () async -> Void)
}

/// Runs an operation in a separate task, and waits until it has ended or the time limit is reached.
///
/// The operation is not cancelled with the caller. After the time limit, it is cancelled and no longer awaited. If the
/// operation ends within the limit, its closure has been released when the function returns. An instance that the
/// closure references is therefore not reported as a leak.
nonisolated(nonsending) func withTimeLimit(
    _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Void
) async -> TimedResult {
    let result = Completion<TimedResult>()
    let running = Task(executorPreference: preferredTaskExecutor) { () -> TimedResult in
        do {
            try await operation()
            return .finished
        } catch {
            return .failed(error)
        }
    }
    // A task releases its closure before its value becomes available.
    startUnstructured { result.complete(with: await running.value) }
    let timer = startUnstructured {
        if await sleep(for: limit), result.complete(with: .timedOut { _ = await running.value }) { running.cancel() }
    }
    defer { timer.cancel() }
    return await result.wait()
}

/// Suspends the task for a duration.
///
/// A cancelled sleep keeps its timer until the end of the duration. Most operations with a time limit end at once, so the
/// first sleep is short: otherwise scopes that are opened and closed in quick succession would leave many timers behind.
///
/// - Returns: False when the task is cancelled before the end of the duration.
func sleep(for duration: Duration) async -> Bool {
    let first = min(duration, .milliseconds(50))
    for part in [first, duration - first] where part > .zero {
        guard (try? await Task.sleep(for: part)) != nil else { return false }
    }
    return true
}

/// A value that distinguishes the current task from others that run at the same time.
var currentTaskIdentity: Int? {
    withUnsafeCurrentTask { $0?.hashValue }
}

/// The task executor that the current task prefers, or nil.
private var preferredTaskExecutor: (any TaskExecutor)? {
    // The unowned reference becomes an owned one while the task that holds the executor runs.
    withUnsafeCurrentTask { task in unsafe task?.unownedTaskExecutor?.asTaskExecutor() }
}
