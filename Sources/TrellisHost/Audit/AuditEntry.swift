import HostInterface
import RFC3339
import Trellis

/// A call and its outcome, for the audit log.
struct AuditEntry: Sendable {
    /// The outcome of a call.
    enum Outcome: Sendable {
        /// The call succeeded, after a duration.
        case done(Duration)

        /// The caller ended the call, after a duration.
        case cancelled(Duration)

        /// The call failed with an error, after a duration.
        case failed(String, Duration)

        /// The caller lacks the required role.
        case refused

        /// A plugin rejected the request, for a reason.
        case rejected(String)
    }

    /// The qualified name of the method, or a description of a request that a plugin rejected.
    var method: String

    /// The plugin that serves the method.
    var plugin: String

    /// The credentials of the caller.
    var peer: PeerCredentials

    /// The systemd unit of the caller, if known.
    var unit: String?

    /// The plugin that makes the call in the name of the caller; nil for a call on the control socket.
    var via: String?

    /// The identifier of the call in the log.
    var requestID: String?

    /// The required role of the method.
    var role: Role

    /// The outcome and the duration of the call.
    var outcome: Outcome

    /// The number of rejected calls for which the entry stands: this one, and earlier ones of the same source.
    var count = 1

    /// The series of the record.
    var series: AuditSeries {
        switch outcome {
        case .refused, .rejected: return .refused
        case .done, .cancelled, .failed: break
        }
        return role == .administer ? .administer : .operate
    }

    /// The approximate size of the record in bytes, for the limit of the queue.
    var size: Int { 320 + method.utf8.count + (unit?.utf8.count ?? 0) }

    /// Creates the record.
    ///
    /// - Parameters:
    ///   - sequence: The number of the record.
    ///   - time: The time of the record.
    ///   - user: The name of the user, if known.
    /// - Returns: The record, as `io.trellis.Host.ReadAudit` sends it.
    func record(sequence: Int, time: Timestamp, user: String?) -> HostContract.AuditRecord {
        let (text, duration, reason): (String, Duration?, String?) =
            switch outcome {
            case .done(let duration): (AuditTrail.done, duration, nil)
            case .cancelled(let duration): (AuditTrail.cancelled, duration, nil)
            case .failed(let error, let duration): (error, duration, nil)
            case .refused: (AuditTrail.refused, nil, nil)
            case .rejected(let reason): (AuditTrail.refused, nil, reason)
            }
        return HostContract.AuditRecord(
            sequence: sequence, time: time.rfc3339(fractionDigits: 6), uid: Int(peer.userID), user: user,
            gid: Int(peer.groupID), pid: Int(peer.processID), unit: unit, plugin: plugin, method: method,
            role: role.rawValue, outcome: text, microseconds: duration.map(\.microseconds), requestID: requestID,
            via: via, reason: reason, count: count > 1 ? count : nil)
    }
}

extension Duration {
    /// The duration in microseconds, rounded down.
    fileprivate var microseconds: Int {
        Int(components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000)
    }
}
