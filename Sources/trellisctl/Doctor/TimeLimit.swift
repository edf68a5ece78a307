/// The time limit of an operation.
enum TimeLimit {
    /// Runs an operation, and cancels it after a time limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum duration of the operation.
    ///   - body: The operation, which must end when it is cancelled.
    /// - Returns: The result; nil when the operation was cancelled.
    /// - Throws: The error of the operation.
    static func run<Result: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
