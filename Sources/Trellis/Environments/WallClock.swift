public import struct Foundation.Date

/// A wall clock and a sleep function.
///
/// The closures allow tests to replace the clock.
public struct WallClock: Sendable {
    /// Returns the current time.
    public var now: @Sendable () -> Date

    /// Sleeps for at least a duration of the monotonic clock.
    ///
    /// Throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (_ duration: Duration) async throws -> Void

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - now: Returns the current time.
    ///   - sleep: Sleeps for a duration; throws `CancellationError` when the task is cancelled.
    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ duration: Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The system clock.
    public static let system = WallClock(
        now: { Date() }, sleep: { try await ContinuousClock().sleep(for: $0) })
}
