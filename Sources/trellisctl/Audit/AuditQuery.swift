import Glibc
import HostInterface

/// A selection of audit records.
struct AuditQuery: Sendable, Equatable {
    /// The earliest time of the records, in a format of systemd.time(7).
    var since: String?

    /// The latest time of the records, in a format of systemd.time(7).
    var until: String?

    /// The other conditions.
    var filter = AuditFilter()

    /// The maximum number of records, of which the newest are selected; nil for all.
    var limit: Int?

    /// The unit of the daemon, for records in the journal.
    var service = "trellisd.service"

    /// Whether a record meets the conditions other than the times.
    func matches(_ record: AuditRecord) -> Bool {
        filter.matches(
            user: record.user, plugin: record.plugin, method: record.method, outcome: record.outcome)
    }

    /// Returns the arguments with which journalctl(1) prints the entries.
    ///
    /// Any process may write an entry with this MESSAGE_ID. The arguments therefore select by fields that
    /// systemd-journald sets: the unit of the system's daemon, or of the user's own daemon.
    ///
    /// - Parameter options: Further options of journalctl.
    /// - Returns: The options, then the matches of journalctl.
    func arguments(_ options: [String] = []) -> [String] {
        let message = "MESSAGE_ID=\(AuditTrail.messageID)"
        return ["--output=json", "--no-pager", "--all"] + options
            + (since.map { ["--since=\($0)"] } ?? []) + (until.map { ["--until=\($0)"] } ?? [])
            + [message, "_SYSTEMD_UNIT=\(service)", "+"]
            + [message, "_SYSTEMD_USER_UNIT=\(service)", "_UID=\(geteuid())"]
    }
}
