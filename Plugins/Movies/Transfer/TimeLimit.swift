import Trellis

/// A body took longer than it may.
struct TimeLimitExceeded: Error, Sendable, Hashable {
    /// How long it may take.
    var limit: Duration
}

/// Runs a body, and cancels it when it takes too long.
///
/// It returns when the body has ended: the body has to heed its cancellation.
///
/// - Parameters:
///   - limit: How long the body may take.
///   - clock: What tells that the time is up.
///   - body: What to do.
/// - Returns: What the body returns.
/// - Throws: ``TimeLimitExceeded``, and what the body throws.
func withTimeLimit<Result: Sendable>(
    _ limit: Duration, clock: WallClock, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await clock.sleep(limit)
            return nil
        }
        defer { group.cancelAll() }
        // The group has two tasks, so that there is a first one to end.
        guard let result = try await group.next() ?? nil else { throw TimeLimitExceeded(limit: limit) }
        return result
    }
}
