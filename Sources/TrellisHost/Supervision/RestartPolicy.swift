import HostInterface
import Systemd
import Trellis

/// The conditions and the times at which a plugin that ended is started again; the keys are those of systemd.service(5)
/// and systemd.unit(5).
public struct RestartPolicy: Sendable, Equatable {
    /// The condition of a restart.
    public enum Condition: String, Sendable, CaseIterable {
        /// The plugin is never restarted.
        case no

        /// The plugin is restarted when it failed.
        case onFailure = "on-failure"

        /// The plugin is also restarted when all of its services have returned.
        case always
    }

    /// The condition of a restart.
    public var condition: Condition

    /// The delay before the first restart.
    ///
    /// Each further start within the interval doubles the delay.
    public var delay: Duration

    /// The maximum delay.
    public var maximumDelay: Duration

    /// The maximum number of starts within the interval; 0 for any number.
    public var burst: Int

    /// The interval in which starts are counted.
    public var interval: Duration

    /// Creates a policy.
    public init(
        condition: Condition = .onFailure, delay: Duration = .seconds(1), maximumDelay: Duration = .seconds(60),
        burst: Int = 5, interval: Duration = .seconds(300)
    ) {
        self.condition = condition
        self.delay = delay
        self.maximumDelay = maximumDelay
        self.burst = burst
        self.interval = interval
    }

    /// The delay before the next start, without jitter.
    ///
    /// - Parameters:
    ///   - starts: The number of starts within the interval, at least 1.
    ///   - isTemporary: Whether the plugin failed for a reason that is expected to pass, so that ``burst`` does not apply.
    /// - Returns: The delay; nil when the plugin may not be started again.
    func delay(after starts: Int, isTemporary: Bool) -> Duration? {
        if burst > 0 && starts >= burst && !isTemporary { return nil }
        // 2^30 times a millisecond exceeds the maximum value of `restartMaxDelay`.
        return min(maximumDelay, delay * (1 << min(max(starts - 1, 0), 30)))
    }
}
