public import struct Foundation.Date

/// The time of day, and sleeping: what of time a plugin may use.
///
/// An environment of closures, so that a test can hand a plugin a time of its own.
public struct WallClock: Sendable {
    /// The time of day.
    public var now: @Sendable () -> Date

    /// Waits for a span of time on the monotonic clock, at least.
    ///
    /// Throws `CancellationError` when the task is cancelled meanwhile.
    public var sleep: @Sendable (_ span: Duration) async throws -> Void

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - now: The time of day.
    ///   - sleep: Waits for a span of time; throws `CancellationError` when the task is cancelled meanwhile.
    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ span: Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The clock of the machine.
    public static let system = WallClock(
        now: { Date() }, sleep: { try await ContinuousClock().sleep(for: $0) })
}
