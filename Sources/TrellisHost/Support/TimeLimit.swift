import Trellis

/// Something took longer than it may.
struct TimeLimitExceeded: Error, CustomStringConvertible {
    /// How long it might take.
    let limit: Duration

    var description: String { "it took longer than \(limit.systemdText)" }
}

/// Runs a body, and cancels it when it takes too long.
///
/// A body that ignores its cancellation is waited for all the same.
///
/// - Parameters:
///   - limit: How long the body may take.
///   - clock: What the limit is measured with.
///   - body: What to do.
/// - Returns: What the body returns.
/// - Throws: ``TimeLimitExceeded``, or what the body throws.
func withTimeLimit<Result: Sendable>(
    _ limit: Duration, clock: WallClock, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            // Cancelled when the body has ended, or with everything else: then the body's outcome counts, not this
            // one's.
            guard (try? await clock.sleep(limit)) != nil else { return nil }
            throw TimeLimitExceeded(limit: limit)
        }
        defer { group.cancelAll() }
        while let outcome = try await group.next() {
            if let outcome { return outcome }
        }
        throw CancellationError()
    }
}
