import Synchronization
import Systemd

/// Asks systemd for the time that the daemon's own limits allow for (`EXTEND_TIMEOUT_USEC=`, sd_notify(3)).
///
/// systemd knows `TimeoutStartSec=` and `TimeoutStopSec=` of the unit, and nothing of the limits in the configuration,
/// which may be longer. It acts on an extension only when its own limit is over.
final class TimeExtension: Sendable {
    /// What is asked for beyond a limit, for what happens around it.
    static let slack = Duration.seconds(5)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let send: @Sendable (ServiceNotification) -> Void
    private let latest: Mutex<ContinuousClock.Instant>

    /// Creates it; nothing is asked for yet.
    ///
    /// - Parameters:
    ///   - now: What time it is.
    ///   - send: Sends a notification to systemd.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        send: @escaping @Sendable (ServiceNotification) -> Void
    ) {
        self.now = now
        self.send = send
        latest = Mutex(now())
    }

    /// Forgets what was asked for: the daemon stops, and what a start might have taken does not count any more.
    func restart() {
        let now = now()
        latest.withLock { $0 = now + Self.slack }
    }

    /// The time that is left of what was asked for; negative when it is over.
    var remaining: Duration {
        let now = now()
        return latest.withLock { now.duration(to: $0) }
    }

    /// Asks for time for something that begins now.
    ///
    /// Things go on side by side, and of several extensions that wait to be sent only the last one is: each therefore
    /// lasts at least as long as those before it.
    ///
    /// - Parameter limit: How long it may take.
    func ask(for limit: Duration) {
        let now = now()
        let end = latest.withLock { latest in
            latest = max(latest, now + limit + Self.slack)
            return latest
        }
        send(.extendTimeout(now.duration(to: end)))
    }
}
