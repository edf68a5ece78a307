import Synchronization
import Systemd

/// Extends systemd's timeouts by the time that the configured limits allow (`EXTEND_TIMEOUT_USEC=`, sd_notify(3)).
///
/// The configured limits may exceed `TimeoutStartSec=` and `TimeoutStopSec=` of the unit. systemd evaluates an
/// extension only after the timeout of the unit.
final class TimeoutExtension: Sendable {
    /// The time that is requested in addition to a limit, for the work around it.
    static let slack = Duration.seconds(5)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let send: @Sendable (ServiceNotification) -> Void
    private let deadline: Mutex<ContinuousClock.Instant>

    /// Creates an extension that has requested nothing.
    ///
    /// - Parameters:
    ///   - now: Returns the current time.
    ///   - send: Sends a notification to systemd.
    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        send: @escaping @Sendable (ServiceNotification) -> Void
    ) {
        self.now = now
        self.send = send
        deadline = Mutex(now())
    }

    /// Discards earlier requests: when the daemon stops, the time limits of its start no longer apply.
    func restart() {
        let now = now()
        deadline.withLock { $0 = now + Self.slack }
    }

    /// The time until the latest requested deadline; negative when the deadline has passed.
    var remaining: Duration {
        let now = now()
        return deadline.withLock { now.duration(to: $0) }
    }

    /// Requests time for an operation that begins now.
    ///
    /// Operations overlap, and only the last of several queued extensions is sent. Each extension therefore ends no
    /// earlier than the previous ones.
    ///
    /// - Parameter limit: The time limit of the operation.
    func request(_ limit: Duration) {
        let now = now()
        let end = deadline.withLock { deadline in
            deadline = max(deadline, now + limit + Self.slack)
            return deadline
        }
        send(.extendTimeout(now.duration(to: end)))
    }
}
