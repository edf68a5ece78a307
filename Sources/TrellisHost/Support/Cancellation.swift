/// Runs a body, and cancels it when a latch is opened.
///
/// - Parameters:
///   - latch: What ends the body early.
///   - body: What to do.
/// - Returns: What the body returns.
/// - Throws: What the body throws.
func withCancellation<Result: Sendable>(
    when latch: Latch, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            await latch.wait()
            return nil
        }
        defer { group.cancelAll() }
        // When the latch is first, the body is cancelled, and its end waited for: it may have something to close.
        if let result = try await group.next() ?? nil { return result }
        group.cancelAll()
        if let result = try await group.next() ?? nil { return result }
        throw CancellationError()
    }
}
