public import Logging
import Synchronization

/// Records the log messages of a test, which can wait for them.
///
/// ```swift
/// let log = LogRecorder()
/// try await withPlugin(NotesPlugin.self, environment: .test(in: folder, logger: log.logger)) { plugin in
///     try await log.wait(for: "the list is full")
/// }
/// ```
public final class LogRecorder: Sendable {
    private let recorded = Mutex<[String]>([])

    /// Fires when a message is recorded.
    private let logged = Signal()

    private let level: Logger.Level
    private let provider: Logger.MetadataProvider?

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is recorded. Default: all levels.
    ///   - provider: Provides further metadata of each message. Default: none.
    public init(level: Logger.Level = .trace, metadataProvider provider: Logger.MetadataProvider? = nil) {
        (self.level, self.provider) = (level, provider)
    }

    /// The messages as `MESSAGE KEY=VALUE …`, with the metadata sorted by key, in the order in which they were logged.
    public var lines: [String] { recorded.withLock(\.self) }

    /// Creates a logger that records here: an argument of `HostEnvironment.test(in:clock:credentials:logger:)`.
    ///
    /// - Parameter label: The label of the logger, which is not recorded.
    /// - Returns: The logger.
    public func logger(_ label: String) -> Logger {
        Logger(label: label) { _ in Handler(recorder: self, logLevel: self.level, metadataProvider: self.provider) }
    }

    /// Waits for a line that meets a condition.
    ///
    /// - Parameter isMatch: Returns whether a line is the expected one.
    /// - Returns: The first such line.
    /// - Throws: `CancellationError` when the task is cancelled.
    @discardableResult
    public func wait(until isMatch: (String) -> Bool) async throws -> String {
        while true {
            let count = logged.count
            if let line = lines.first(where: isMatch) { return line }
            try await logged.wait(beyond: count)
        }
    }

    /// Waits for a line that contains a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: The first such line.
    /// - Throws: `CancellationError` when the task is cancelled.
    @discardableResult
    public func wait(for text: String) async throws -> String { try await wait { $0.contains(text) } }

    private func record(_ line: String) {
        recorded.withLock { $0.append(line) }
        logged.fire()
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var logLevel: Logger.Level
        var metadataProvider: Logger.MetadataProvider?
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
            let fields = metadata.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
            recorder.record((["\(event.message)"] + fields).joined(separator: " "))
        }
    }
}
