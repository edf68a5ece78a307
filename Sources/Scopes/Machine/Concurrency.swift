import Synchronization

/// A value protected by a mutex.
struct Lock<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>

    init(_ state: consuming State) {
        mutex = Mutex(state)
    }

    /// Runs a closure while the lock is held.
    ///
    /// The closure must not call foreign code. That includes `deinit`: move an old value out, and release it afterwards.
    @inline(__always)
    func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { state in body(&state) }
    }
}

/// A value that is set once, and any number of tasks that wait for it.
///
/// Each waiter is independent: cancelling one affects neither the others nor the value.
final class Completion<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
        /// The waiters that were cancelled before they were registered.
        var cancelled: Set<Int> = []
        var lastWaiter = 0
    }

    private let state = Lock(State())

    /// The value; nil until it is set.
    var value: Value? {
        state.withLock { $0.value }
    }

    /// Sets the value and resumes the waiters.
    ///
    /// - Returns: False when the value was already set. The value then remains unchanged.
    @discardableResult
    func complete(with value: Value) -> Bool {
        let waiters = state.withLock { state -> [Int: CheckedContinuation<Value?, Never>]? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { (state.waiters, state.cancelled) = ([:], []) }
            return state.waiters
        }
        guard let waiters else { return false }
        for waiter in waiters.values { waiter.resume(returning: value) }
        return true
    }

    /// Waits for the value.
    ///
    /// Cancellation does not end the wait.
    nonisolated(nonsending) func wait() async -> Value {
        guard let value = await wait(as: nextWaiter()) else {
            preconditionFailure("a waiter that is never cancelled is resumed with the value")
        }
        return value
    }

    /// Waits for the value until the task is cancelled.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before the value is set.
    nonisolated(nonsending) func waitUnlessCancelled() async throws(CancellationError) -> Value {
        let number = nextWaiter()
        let value = await withTaskCancellationHandler {
            await wait(as: number)
        } onCancel: {
            // The handler may run before the waiter is registered.
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: number)
                if waiter == nil, state.value == nil { state.cancelled.insert(number) }
                return waiter
            }
            waiter?.resume(returning: nil)
        }
        guard let value else { throw CancellationError() }
        return value
    }

    private func nextWaiter() -> Int {
        state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
    }

    private nonisolated(nonsending) func wait(as number: Int) async -> Value? {
        await withCheckedContinuation { continuation in
            let result = state.withLock { state -> (isOver: Bool, value: Value?) in
                if state.cancelled.remove(number) != nil { return (true, nil) }
                if let value = state.value { return (true, value) }
                state.waiters[number] = continuation
                return (false, nil)
            }
            if result.isOver { continuation.resume(returning: result.value) }
        }
    }
}

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
    // A sleep of centuries overflows.
    for part in [first, min(duration, .seconds(3_000_000_000)) - first] where part > .zero {
        guard (try? await Task.sleep(for: part)) != nil else { return false }
    }
    return true
}

/// The task executor that the current task prefers, or nil.
private var preferredTaskExecutor: (any TaskExecutor)? {
    // The unowned reference becomes an owned one while the task that holds the executor runs.
    withUnsafeCurrentTask { task in unsafe task?.unownedTaskExecutor?.asTaskExecutor() }
}
