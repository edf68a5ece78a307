import HostInterface
import Logging
import Trellis

/// The record of what was operated and administered, and of what was refused: entries of the journal with a MESSAGE_ID
/// of their own, by which they are found.
struct AuditLog: Sendable {
    /// A call, and what became of it.
    struct Entry: Sendable {
        /// What became of a call.
        enum Outcome: Sendable {
            /// It was answered, after a time.
            case done(Duration)

            /// It was answered with an error, after a time.
            case failed(String, Duration)

            /// The caller had not the role.
            case refused
        }

        /// The qualified name of the method.
        var method: String

        /// Who called.
        var peer: PeerCredentials

        /// The systemd unit that the caller belongs to, if it could be found out.
        var unit: String?

        /// The role that the method asks for.
        var role: Role

        /// What became of it.
        var outcome: Outcome
    }

    /// Where the entries are written: ``LogDestination/auditLogger`` in a daemon that runs.
    let logger: Logger

    /// Writes an entry: a notice, or a warning when the call was refused.
    func note(_ entry: Entry) {
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
            logger.warning("\(entry.method) by \(caller): refused, it takes the role \(entry.role)", metadata: metadata)
        }
    }
}

extension Duration {
    /// The whole microseconds of the span.
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
