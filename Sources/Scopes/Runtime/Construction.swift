/// The creation of an asynchronous or lazy instance, which any number of tasks may await.
///
/// A construction runs in a separate task with a time limit, so that it continues when a waiter is cancelled.
final class Construction: Sendable {
    /// The binding of the instance.
    let binding: Binding

    private struct Tasks: Sendable {
        var creation: Task<Void, Never>?
        var timer: Task<Void, Never>?
        var isCancelled = false
    }

    private let tasks = Lock(Tasks())
    private let result = Completion<Result<Void, any Error>>()
    private let hasRead = Completion<Void>()
    private let hasReturned = Completion<Void>()

    init(of binding: Binding) {
        self.binding = binding
    }

    /// Starts the construction.
    ///
    /// - Parameter operation: Creates the instance, and finishes the construction.
    func start(_ operation: @escaping @Sendable () async -> Void) {
        let creation = startUnstructured {
            await operation()
            self.endReading()
            self.hasReturned.complete(with: ())
        }
        let isCancelled = tasks.withLock { tasks in
            tasks.creation = creation
            return tasks.isCancelled
        }
        if isCancelled { creation.cancel() }
    }

    /// Limits the time from now on.
    ///
    /// - Parameters:
    ///   - limit: The time limit.
    ///   - timeout: Finishes the construction after the time limit.
    func limit(to limit: Duration, timeout: @escaping @Sendable () -> Void) {
        let timer = startUnstructured {
            if await sleep(for: limit) { timeout() }
        }
        tasks.withLock { $0.timer = timer }
        if result.value != nil { timer.cancel() }
    }

    /// Cancels the initializer.
    func cancel() {
        let creation = tasks.withLock { tasks in
            tasks.isCancelled = true
            return tasks.creation
        }
        creation?.cancel()
    }

    /// Sets the result, and resumes the waiters.
    func finish(_ result: Result<Void, any Error>) {
        self.result.complete(with: result)
        tasks.withLock { $0.timer }?.cancel()
    }

    /// Waits for the result.
    ///
    /// - Throws: The error of the construction; `CancellationError` when the current task is cancelled, although the construction
    ///   continues.
    nonisolated(nonsending) func wait() async throws {
        try await result.waitUnlessCancelled().get()
    }

    /// States that the construction does not read instances any more.
    func endReading() {
        hasRead.complete(with: ())
    }

    /// Waits until the construction does not read instances any more.
    ///
    /// A synchronous initializer may read until it returns. Cancellation does not end the wait.
    nonisolated(nonsending) func waitForReading() async { await hasRead.wait() }

    /// Waits until the initializer has returned.
    ///
    /// Cancellation does not end the wait.
    nonisolated(nonsending) func waitForReturn() async { await hasReturned.wait() }
}

/// An error that is thrown when the creation of an asynchronous or lazy instance exceeds its time limit.
///
/// The task of the creation was cancelled and is no longer awaited; an instance that it still creates is closed
/// immediately.
public struct BuildingTimeLimitExceeded: Error, Sendable {
    /// The path of the binding's scope.
    public let scope: String
    /// The binding.
    public let binding: Binding
    /// The time limit.
    public let limit: Duration
}

extension BuildingTimeLimitExceeded: CustomStringConvertible {
    /// The binding, the limit, and a possible reason.
    public var description: String {
        """
        \(binding) in \(scope) (\(binding.location)) was not created within \(limit); an initializer must not await an \
        instance that is created after it
        """
    }
}
