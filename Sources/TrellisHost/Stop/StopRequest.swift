import Glibc
import HostSupport
import Logging
import Synchronization
import UnixSignals

/// The request to stop the daemon.
///
/// Later requests have no effect.
final class StopRequest: Sendable {
    /// The reason for a stop.
    enum Reason: Sendable {
        /// systemd or a user sent a signal.
        case signal(name: String)

        /// A required plugin or another part of the daemon failed.
        case failure(HostFailure)
    }

    private let first = Mutex<Reason?>(nil)
    private let announce: @Sendable () -> Void

    /// Signaled by the first request.
    let event = OneShotEvent()

    /// The reason of the first request, if any.
    var reason: Reason? { first.withLock(\.self) }

    /// Creates a value without a request.
    /// - Parameter announce: Called once, for the first request, before ``event`` is signaled.
    init(announcing announce: @escaping @Sendable () -> Void = {}) {
        self.announce = announce
    }

    /// Requests a stop.
    func request(_ reason: Reason) {
        let isFirst = first.withLock { first in
            guard first == nil else { return false }
            first = reason
            return true
        }
        guard isFirst else { return }
        announce()
        event.signal()
    }
}

/// Handles the signals of the daemon.
struct SignalHandler: Sendable {
    /// The stop that SIGTERM and SIGINT request.
    let stop: StopRequest

    let logger: Logger

    /// Writes all buffered log messages.
    let flushLog: @Sendable () -> Void

    /// Handles a signal.
    ///
    /// A signal other than SIGTERM and SIGINT is logged and has no other effect.
    func handle(_ signal: UnixSignal) {
        switch signal {
        case .sigterm, .sigint:
            if !stop.event.isSignaled {
                logger.log(.stopping, "stopping", metadata: ["signal": "\(signal)"])
                stop.request(.signal(name: "\(signal)"))
            } else if signal == .sigint {
                // A second Ctrl-C ends the process; persistent data is safe against a crash. A second SIGTERM does not,
                // because timeout(1) sends it to both the process and its group.
                logger.log(.stoppedImmediately, "stopping immediately", metadata: ["signal": "\(signal)"])
                flushLog()
                _exit(EXIT_FAILURE)
            }
        default:
            logger.log(.signalIgnored, "ignored a signal", metadata: ["signal": "\(signal)"])
        }
    }
}
