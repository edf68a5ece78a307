import Synchronization
import Systemd

/// Extends systemd's timeouts by the time that the configured limits allow (`EXTEND_TIMEOUT_USEC=`, sd_notify(3)).
///
/// The configured limits may exceed `TimeoutStartSec=` and `TimeoutStopSec=` of the unit. systemd evaluates an
/// extension only after the timeout of the unit.
///
/// While the daemon runs, it requests nothing: no timeout of the unit applies to the restart of a plugin, and systemd would extend
/// `RuntimeMaxSec=`.
final class TimeoutExtension: Sendable {
    /// The time that is requested in addition to a limit, for the work around it.
    static let slack = Duration.seconds(5)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let send: @Sendable (ServiceNotification) -> Void
    private struct State {
        var deadline: ContinuousClock.Instant
        var isRunning = false
        var isStopping = false
    }

    private let state: Mutex<State>

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
        state = Mutex(State(deadline: now()))
    }

    /// Notes that the daemon is ready, or that a reload begins or ends.
    ///
    /// - Parameter isRunning: Whether the daemon neither starts nor reloads.
    func note(isRunning: Bool) { state.withLock { $0.isRunning = isRunning } }

    /// Discards earlier requests: when the daemon stops, the time limits of its start no longer apply.
    func restart() {
        let now = now()
        state.withLock { state in (state.deadline, state.isStopping) = (now + Self.slack, true) }
    }

    /// The time until the latest requested deadline; negative when the deadline has passed.
    var remaining: Duration {
        let now = now()
        return state.withLock { now.duration(to: $0.deadline) }
    }

    /// Requests time for an operation that begins now.
    ///
    /// Operations overlap, and only the last of several queued extensions is sent. Each extension therefore ends no
    /// earlier than the previous ones.
    ///
    /// - Parameter limit: The time limit of the operation.
    func request(_ limit: Duration) {
        let now = now()
        let end = state.withLock { state -> ContinuousClock.Instant? in
            if state.isRunning, !state.isStopping { return nil }
            state.deadline = max(state.deadline, now + limit + Self.slack)
            return state.deadline
        }
        if let end { send(.extendTimeout(now.duration(to: end))) }
    }
}
