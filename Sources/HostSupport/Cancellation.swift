import Trellis

/// Runs a body, and cancels it when an event is signaled.
package func withCancellation<Result: Sendable>(
    when event: OneShotEvent, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            await event.wait()
            return nil
        }
        defer { group.cancelAll() }
        // A body that was cancelled is awaited, because it may have to release resources.
        if let result = try await group.next() ?? nil { return result }
        group.cancelAll()
        if let result = try await group.next() ?? nil { return result }
        throw CancellationError()
    }
}

/// The error of an operation that exceeded its time limit.
package struct TimeLimitExceeded: Error, CustomStringConvertible {
    /// The exceeded time limit.
    package let limit: Duration

    /// Creates an error.
    ///
    /// - Parameter limit: The exceeded time limit.
    package init(limit: Duration) {
        self.limit = limit
    }

    package var description: String { "it took longer than \(limit.systemdText)" }
}

/// Runs operations concurrently until the first of them returns, and cancels the others.
///
/// - Parameter operations: The operations, at least one; a cancelled one returns soon.
/// - Returns: The value of the first.
package func firstResult<Value: Sendable>(of operations: (@Sendable () async -> Value)...) async -> Value {
    await withTaskGroup(of: Value.self) { group in
        for operation in operations { group.addTask { await operation() } }
        defer { group.cancelAll() }
        guard let first = await group.next() else { preconditionFailure("expected at least one operation") }
        return first
    }
}
