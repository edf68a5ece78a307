import Logging
import Synchronization
import TrellisTesting

/// Everything that was logged, at every level.
final class LogBook: Sendable {
    private let entries = Mutex<[String]>([])

    /// Fires when there is a line more.
    private let logged = Signal()

    /// The lines: level, message and metadata.
    var lines: [String] { entries.withLock { $0 } }

    /// Waits until there is a line with a text in it.
    ///
    /// - Throws: `CancellationError`.
    func line(with text: String) async throws {
        while true {
            let count = logged.count
            if lines.contains(where: { $0.contains(text) }) { return }
            try await logged.wait(beyond: count)
        }
    }

    private func note(_ line: String) {
        entries.withLock { $0.append(line) }
        logged.fire()
    }

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
            book.note("\(event.level) \(event.message) \(metadata)")
        }
    }
}
