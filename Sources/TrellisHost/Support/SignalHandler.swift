import Glibc
import Logging
import UnixSignals

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
