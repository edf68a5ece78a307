import Foundation
import HostInterface
import Logging
import Trellis

/// The newest entries of the daemon's log, in memory.
typealias LogRing = NumberedRing<LogEntry>

extension LogRing {
    /// Creates an empty ring of log entries.
    ///
    /// - Parameters:
    ///   - maximumCount: The maximum number of entries. Default: 10,000.
    ///   - maximumSize: The maximum size of the entries in bytes. Default: 4 MiB.
    convenience init(maximumCount: Int = 10_000, maximumSize: Int = 4 << 20) {
        self.init(maximumCount: maximumCount, maximumSize: maximumSize, size: \.size)
    }
}

/// An entry of the log.
struct LogEntry: Sendable {
    /// The time at which the message was logged.
    var time: Date

    /// The level of the message.
    var level: Logger.Level

    /// The label of the logger.
    var logger: String

    /// The message, with its error.
    var message: String

    /// The metadata as text.
    var metadata: [String: String]

    /// The approximate size in memory, in bytes.
    fileprivate var size: Int {
        metadata.reduce(64 + logger.utf8.count + message.utf8.count) {
            $0 + 32 + $1.key.utf8.count + $1.value.utf8.count
        }
    }
}

/// A selection of entries of the log: those that meet every given condition.
struct LogSelection: Sendable {
    /// The plugin that the entries concern.
    var plugin: String?

    /// The minimum level of an entry.
    var level: Logger.Level?

    /// The identifier of a call.
    var requestID: String?

    /// The earliest time of an entry.
    var since: Date?

    /// Whether an entry is selected.
    func contains(_ entry: LogEntry) -> Bool {
        (plugin == nil || entry.metadata["plugin"] == plugin)
            && level.map { entry.level >= $0 } ?? true
            && (requestID == nil || entry.metadata["requestID"] == requestID)
            && since.map { entry.time >= $0 } ?? true
    }
}

extension HostContract.LogEntry {
    /// Converts an entry with its number in the ring to the form of the contract.
    init(_ entry: LogEntry, number: Int) {
        var fields = entry.metadata
        let plugin = fields.removeValue(forKey: "plugin")
        let requestID = fields.removeValue(forKey: "requestID")
        let messageID = fields.removeValue(forKey: "messageID")
        self.init(
            number: number, time: entry.time.rfc3339WithMilliseconds, level: HostContract.LogLevel(entry.level),
            logger: entry.logger, plugin: plugin, requestID: requestID, messageID: messageID, message: entry.message,
            fields: fields)
    }
}

extension HostContract.LogLevel {
    /// Converts a level of a logger to the form of the contract.
    init(_ level: Logger.Level) {
        switch level {
        case .trace: self = .trace
        case .debug: self = .debug
        case .info: self = .info
        case .notice: self = .notice
        case .warning: self = .warning
        case .error: self = .error
        case .critical: self = .critical
        }
    }

    /// The corresponding level of swift-log.
    var loggerLevel: Logger.Level {
        switch self {
        case .trace: .trace
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .critical: .critical
        }
    }
}
