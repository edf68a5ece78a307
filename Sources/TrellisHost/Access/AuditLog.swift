import HostInterface
import Logging
import Trellis

/// The audit log: journal entries, with a MESSAGE_ID of their own, for rejected calls and for calls that require a role
/// above ``Trellis/Role/read``.
struct AuditLog: Sendable {
    /// A call and its outcome.
    struct Entry: Sendable {
        /// The outcome of a call.
        enum Outcome: Sendable {
            /// The call succeeded, after a duration.
            case done(Duration)

            /// The call failed with an error, after a duration.
            case failed(String, Duration)

            /// The caller lacks the required role.
            case refused
        }

        /// The qualified name of the method.
        var method: String

        /// The caller.
        var peer: PeerCredentials

        /// The systemd unit of the caller, if known.
        var unit: String?

        /// The required role of the method.
        var role: Role

        /// The outcome.
        var outcome: Outcome
    }

    /// The logger of the entries: ``LogDestination/auditLogger`` in a running daemon.
    let logger: Logger

    /// The user whose calls are not logged; nil for none.
    var quietUser: UInt32?

    /// Writes an entry, as a warning when the call was rejected and as a notice otherwise.
    func record(_ entry: Entry) {
        if entry.peer.userID == quietUser { return }
        var metadata: Logger.Metadata = [
            "messageID": "\(AuditTrail.messageID)", "method": "\(entry.method)", "uid": "\(entry.peer.userID)",
            "gid": "\(entry.peer.groupID)", "pid": "\(entry.peer.processID)", "role": "\(entry.role.rawValue)",
        ]
        if let unit = entry.unit { metadata["unit"] = "\(unit)" }
        let caller =
            "user \(entry.peer.userID), process \(entry.peer.processID)" + (entry.unit.map { ", unit \($0)" } ?? "")
        switch entry.outcome {
        case .done(let duration):
            metadata["outcome"] = "done"
            metadata["microseconds"] = "\(duration.microseconds)"
            logger.notice("\(entry.method) by \(caller): done", metadata: metadata)
        case .failed(let error, let duration):
            metadata["outcome"] = "\(error)"
            metadata["microseconds"] = "\(duration.microseconds)"
            logger.notice("\(entry.method) by \(caller): \(error)", metadata: metadata)
        case .refused:
            metadata["outcome"] = "refused"
            logger.warning(
                "\(entry.method) by \(caller): refused, the role \(entry.role) is required", metadata: metadata)
        }
    }
}

extension Duration {
    /// The duration in microseconds, rounded down.
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
