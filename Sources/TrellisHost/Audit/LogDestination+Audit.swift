import Glibc
import Logging

extension LogDestination {
    /// The logger of the audit log.
    ///
    /// The logger is independent of ``LogLevelControl``, so that an administrator who changes the log level cannot
    /// disable the audit log. Its entries are records, for which the queue reserves space.
    var auditLogger: Logger {
        Logger(label: "trellis.audit") { logHandler(label: $0, isRecord: true) }
    }

    /// Creates the audit log of a daemon that logs to this destination.
    ///
    /// On the console, where a developer runs a daemon, calls of the daemon's own user are only printed at the level
    /// debug, because they are the developer's own.
    ///
    /// - Parameters:
    ///   - level: The level of the command line or the configuration.
    ///   - logger: Logs that records cannot be written.
    /// - Returns: An audit log that has no files until ``AuditLog/open(in:maximumSize:)`` is called.
    func auditLog(atLevel level: Logger.Level, logger: Logger) -> AuditLog {
        guard case .console = self, level > .debug else {
            return AuditLog(journal: auditLogger, logger: logger)
        }
        return AuditLog(journal: auditLogger, logger: logger, quietUser: geteuid())
    }
}
