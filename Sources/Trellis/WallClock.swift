public import struct Foundation.Date

/// A wall clock, the clock that counts since boot, and a sleep function.
///
/// The closures allow tests to replace the clock.
public struct WallClock: Sendable {
    /// Returns the current time.
    public var now: @Sendable () -> Date

    /// Returns the time since the machine was booted, with the time for which it was suspended.
    ///
    /// Unlike the wall clock, it is never set (CLOCK_BOOTTIME).
    public var uptime: @Sendable () -> Duration

    /// Sleeps for at least a duration of the monotonic clock.
    ///
    /// Throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (_ duration: Duration) async throws -> Void

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - now: Returns the current time.
    ///   - uptime: Returns the time since the machine was booted. Default: that of the system.
    ///   - sleep: Sleeps for a duration; throws `CancellationError` when the task is cancelled.
    public init(
        now: @escaping @Sendable () -> Date, uptime: (@Sendable () -> Duration)? = nil,
        sleep: @escaping @Sendable (_ duration: Duration) async throws -> Void
    ) {
        self.now = now
        // The clock counts from the boot (CLOCK_BOOTTIME).
        self.uptime = uptime ?? { ContinuousClock().systemEpoch.duration(to: .now) }
        self.sleep = sleep
    }

    /// The system clock.
    public static let system = WallClock(
        now: { Date() }, sleep: { try await ContinuousClock().sleep(for: $0) })
}
