import Glibc
import HostInterface

/// A selection of audit records.
struct AuditQuery: Sendable, Equatable {
    /// The earliest time of the records, as systemd.time(7) writes it.
    var since: String?

    /// The latest time of the records.
    var until: String?

    /// The selection apart from the times.
    var filter = AuditFilter()

    /// The maximum number of records, the newest ones; nil for all.
    var limit: Int?

    /// The unit of the daemon, for records in the journal.
    var service = "trellisd.service"

    /// Whether a record is selected.
    ///
    /// - Parameter record: A record between the times.
    /// - Returns: Whether it is.
    func matches(_ record: AuditRecord) -> Bool {
        filter.matches(
            user: record.user, plugin: record.plugin, method: record.method, outcome: record.outcome)
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
