import Foundation
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
