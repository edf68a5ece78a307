import Logging

extension LogDestination {
    /// The logger of the audit log.
    ///
    /// It is independent of ``LogLevelControl``, so that an administrator who changes the log level cannot disable the
    /// audit log. Its entries are records, for which the queue reserves space.
    var auditLogger: Logger {
        Logger(label: "trellis.audit") { logHandler(label: $0, isRecord: true) }
    }
}
