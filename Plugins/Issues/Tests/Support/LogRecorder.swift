import Logging
import Synchronization
import TrellisTesting

/// A recorder of log messages of all levels.
final class LogRecorder: Sendable {
    private let entries = Mutex<[String]>([])

    /// Fires when a message is logged.
    private let logged = Signal()

    /// The recorded lines, each with level, message and metadata.
    var lines: [String] { entries.withLock { $0 } }

    /// Waits for a line that contains a string.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func line(with text: String) async throws {
        while true {
            let count = logged.count
            if lines.contains(where: { $0.contains(text) }) { return }
            try await logged.wait(beyond: count)
        }
    }

    private func record(_ line: String) {
        entries.withLock { $0.append(line) }
        logged.fire()
    }

    func logger(_ label: String) -> Logger {
        var logger = Logger(label: label) { _ in Handler(recorder: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
            recorder.record("\(event.level) \(event.message) \(metadata)")
        }
    }
}
