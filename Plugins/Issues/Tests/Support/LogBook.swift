import Logging
import Synchronization

/// Everything that was logged, at every level.
final class LogBook: Sendable {
    private let entries = Mutex<[String]>([])

    /// The lines: level, message and metadata.
    var lines: [String] { entries.withLock { $0 } }

    func logger(_ label: String) -> Logger {
        var logger = Logger(label: label) { _ in Handler(book: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let book: LogBook
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
            book.entries.withLock { $0.append("\(event.level) \(event.message) \(metadata)") }
        }
    }
}
