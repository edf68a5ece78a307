import LogSupport
public import Logging
import RFC3339

/// A log handler that writes one line per message: time, level, label, message, metadata.
///
///     06:20:01.123 warning  items: Slow commit plugin=items duration="1.2 s"
///
/// Metadata follows the message, sorted by key. The identifier of an event (`messageID`) is omitted, because it is
/// intended for the journal. An error follows the message and a colon. Control characters are escaped, and further
/// lines of a message are indented by four spaces. Metadata of the message takes precedence over that of the metadata
/// provider, and the provider's over that of the logger.
public struct ConsoleLogHandler: LogHandler {
    /// The minimum level of messages that are logged.
    ///
    /// Default: info.
    public var logLevel: Logger.Level = .info
    /// The metadata of every message.
    ///
    /// Default: none.
    public var metadata: Logger.Metadata = [:]
    /// The provider of further metadata, called in the task that logs.
    ///
    /// Default: none.
    public var metadataProvider: Logger.MetadataProvider?

    /// Whether messages are records, such as those of an audit.
    ///
    /// Part of the queue's capacity is reserved for records. Default: false.
    public var isRecord = false

    private let label: String
    private let writer: ConsoleWriter

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - writer: The writer, shared by all handlers of a process.
    ///   - metadataProvider: The provider of further metadata. Default: none.
    public init(label: String, writer: ConsoleWriter, metadataProvider: Logger.MetadataProvider? = nil) {
        self.label = label
        self.writer = writer
        self.metadataProvider = metadataProvider
    }

    /// The metadata value of a key.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Queues a line for the console without waiting.
    public func log(event: LogEvent) {
        let line = ConsoleLine(
            time: .now, label: label, event: event,
            metadata: event.effectiveMetadata(base: metadata, provider: metadataProvider)
                .filter { $0.key != messageIdentifierKey })
        writer.append(line.text(style: writer.style), priority: OutputPriority(level: event.level, isRecord: isRecord))
    }
}
