package import Logging

/// The priority of an entry of an ``OutputQueue``, which determines the share of the capacity that it may use.
package enum OutputPriority {
    /// A message below warning. The last eighth of the capacity is reserved for higher priorities.
    case ordinary
    /// A warning or an error. The last sixteenth of the capacity is reserved for records.
    case urgent
    /// A record, such as that of an audit, which no other message may displace.
    case record

    /// Creates the priority of a log message.
    ///
    /// - Parameters:
    ///   - level: The log level. Warning and higher levels are urgent.
    ///   - isRecord: Whether the message is a record.
    package init(level: Logger.Level, isRecord: Bool) {
        self = isRecord ? .record : level >= .warning ? .urgent : .ordinary
    }

    /// Returns the share of a capacity that entries of this priority may use.
    func share(of capacity: Int) -> Int {
        switch self {
        case .ordinary: capacity - capacity / 8
        case .urgent: capacity - capacity / 16
        case .record: capacity
        }
    }
}
