import Glibc
import HostInterface

/// Which records of calls are asked for.
struct AuditQuery: Sendable, Equatable {
    /// The first time of the records, as systemd.time(7) writes it.
    var since: String?

    /// The last time of the records.
    var until: String?

    /// The number of the user who called.
    var user: UInt32?

    /// A method: its qualified name, its last words, or the interface that it belongs to.
    var method: String?

    /// Whether only calls are meant that were refused, or answered with an error.
    var failed = false

    /// How many records, the newest ones; nil for all.
    var limit: Int?

    /// The unit of the daemon.
    var service = "trellisd.service"

    /// Whether a record is one of those.
    ///
    /// - Parameter record: A record between the times.
    /// - Returns: Whether it is.
    func matches(_ record: AuditRecord) -> Bool {
        if failed && record.isDone { return false }
        if let user, record.user != user { return false }
        guard let method else { return true }
        return record.method == method || record.method.hasPrefix(method + ".") || record.method.hasSuffix("." + method)
    }

    /// What journalctl(1) is given to read the entries.
    ///
    /// Anyone may write an entry with this MESSAGE_ID. So only those are taken that systemd-journald vouches for: of
    /// the daemon's unit, or of the unit of the user's own daemon.
    ///
    /// - Parameter options: More options of journalctl.
    /// - Returns: The words.
    func arguments(_ options: [String] = []) -> [String] {
        let message = "MESSAGE_ID=\(AuditTrail.messageID)"
        return ["--output=json", "--no-pager", "--all"] + options
            + (since.map { ["--since=\($0)"] } ?? []) + (until.map { ["--until=\($0)"] } ?? [])
            + [message, "_SYSTEMD_UNIT=\(service)", "+"]
            + [message, "_SYSTEMD_USER_UNIT=\(service)", "_UID=\(geteuid())"]
    }
}
