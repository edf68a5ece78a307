import Logging

extension LogDestination {
    /// The logger of the audit log.
    ///
    /// It is not under the daemon's ``LogLevelControl``: who may change what is logged must not thereby switch off the
    /// record of what he does. Its entries are records, so that nothing else that is logged takes their room.
    var auditLogger: Logger {
        Logger(label: "trellis.audit") { logHandler(label: $0, isRecord: true) }
    }
}
