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

    /// Receives a value for each SIGHUP, which requests a reload.
    let hangups: AsyncStream<Void>.Continuation

    /// Handles a signal.
    ///
    /// A signal other than SIGTERM, SIGINT and SIGHUP is logged and has no other effect.
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
        case .sighup: hangups.yield()
        default:
            logger.log(.signalIgnored, "ignored a signal", metadata: ["signal": "\(signal)"])
        }
    }
}
