import Glibc
import HostInterface

/// A selection of audit records.
struct AuditQuery: Sendable, Equatable {
    /// The first time of the records, as systemd.time(7) writes it.
    var since: String?

    /// The last time of the records.
    var until: String?

    /// The user identifier of the caller.
    var user: UInt32?

    /// A method: its qualified name, the end of that name, or its interface.
    var method: String?

    /// Whether to select only calls that were rejected or failed.
    var failed = false

    /// The maximum number of records, the newest ones; nil for all.
    var limit: Int?

    /// The unit of the daemon.
    var service = "trellisd.service"

    /// Whether a record is selected.
    ///
    /// - Parameter record: A record between the times.
    /// - Returns: Whether it is.
    func matches(_ record: AuditRecord) -> Bool {
        if failed && record.isDone { return false }
        if let user, record.user != user { return false }
        guard let method else { return true }
        return record.method == method || record.method.hasPrefix(method + ".") || record.method.hasSuffix("." + method)
    }

    /// Returns the arguments with which journalctl(1) reads the entries.
    ///
    /// Any process may write an entry with this MESSAGE_ID. The arguments therefore select by fields that systemd-journald sets: the
    /// unit of the system's daemon, or of the user's own daemon.
    ///
    /// - Parameter options: Further options of journalctl.
    /// - Returns: The arguments.
    func arguments(_ options: [String] = []) -> [String] {
        let message = "MESSAGE_ID=\(AuditTrail.messageID)"
        return ["--output=json", "--no-pager", "--all"] + options
            + (since.map { ["--since=\($0)"] } ?? []) + (until.map { ["--until=\($0)"] } ?? [])
            + [message, "_SYSTEMD_UNIT=\(service)", "+"]
            + [message, "_SYSTEMD_USER_UNIT=\(service)", "_UID=\(geteuid())"]
    }
}
