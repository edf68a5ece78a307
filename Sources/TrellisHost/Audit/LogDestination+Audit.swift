import Glibc
import Logging

extension LogDestination {
    /// The logger of the audit log.
    ///
    /// The logger is independent of ``LogLevelControl``, so that an administrator who changes the log level cannot
    /// disable the audit log. Its entries are marked as records, and the queue reserves space for records.
    var auditLogger: Logger {
        Logger(label: "trellis.audit") { logHandler(label: $0, isRecord: true) }
    }

    /// Creates the audit log of a daemon that logs to this destination.
    ///
    /// A daemon on the console is usually run by a developer, who also makes most calls. The calls of the daemon's own
    /// user are therefore printed only at the level debug.
    ///
    /// - Parameters:
    ///   - level: The level of the command line or the configuration.
    ///   - logger: Logs a failure to write records.
    /// - Returns: An audit log that has no files until ``AuditLog/open(in:maximumSize:)`` is called.
    func auditLog(atLevel level: Logger.Level, logger: Logger) -> AuditLog {
        guard case .console = self, level > .debug else {
            return AuditLog(journal: auditLogger, logger: logger)
        }
        return AuditLog(journal: auditLogger, logger: logger, quietUser: geteuid())
    }
}
