import HostInterface
import Varlink

/// A row of the audit log: a record, or a gap.
enum AuditItem: Sendable {
    /// A recorded call.
    case record(AuditRecord)

    /// Missing records.
    case gap(HostContract.AuditGap)

    /// Creates an item from a reply of the daemon; nil for the empty reply of a log without records.
    init?(_ reply: HostContract.ReadAuditReply) {
        if let gap = reply.gap {
            self = .gap(gap)
        } else if let record = reply.record.flatMap(AuditRecord.init(reply:)) {
            self = .record(record)
        } else {
            return nil
        }
    }

    /// Returns the item as a row of the table.
    /// - Parameter isLocalTime: Whether the time is in the local time zone; otherwise it is in UTC.
    /// - Returns: The cells by the headings of their columns.
    func row(isLocalTime: Bool) -> JSONObject {
        switch self {
        case .record(let record): return record.row(isLocalTime: isLocalTime)
        case .gap(let gap):
            let time = gap.before ?? gap.after
            return [
                "time": time.map { .string(isLocalTime ? TimeText.local($0) ?? $0 : $0) } ?? .null,
                "method": .string("(\(gap.description))"), "outcome": .string(gap.reason.rawValue),
            ]
        }
    }

    /// The item as JSON, without unknown values.
    var json: JSONObject {
        get throws {
            switch self {
            case .record(let record): record.json
            case .gap(let gap): ["gap": try JSONValue(gap)]
            }
        }
    }
}

extension HostContract.AuditGap {
    /// The gap as a phrase: `3 records are missing: they could not be written`.
    fileprivate var description: String {
        let subject =
            switch count {
            case 1?: "1 record is missing"
            case let count?: "\(count) records are missing"
            case nil: "records may be missing"
            }
        return switch reason {
        case .rotated: "older records were removed, because their files were full"
        case .lost: "\(subject): not written in time"
        case .damaged: "a line is damaged"
        case .crashed: "\(subject): the daemon crashed or was killed"
        }
    }
}
