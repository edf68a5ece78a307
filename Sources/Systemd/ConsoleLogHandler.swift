public import Logging

/// A log handler that writes a line for people: time, level, label, message, metadata.
///
///     06:20:01.123 warning  items: Slow commit plugin=items duration="1.2 s"
///
/// Metadata follows the message in the order of its keys, an error stands after the message and a colon. Control
/// characters are escaped; further lines of a message are indented by four spaces. The message's metadata wins over
/// the metadata provider's, and that over the logger's.
public struct ConsoleLogHandler: LogHandler {
    /// Messages below this level are not logged.
    ///
    /// Default: info.
    public var logLevel: Logger.Level = .info
    /// The metadata of every message.
    ///
    /// Default: none.
    public var metadata: Logger.Metadata = [:]
    /// Adds metadata to every message, asked in the task that logs.
    ///
    /// Default: none.
    public var metadataProvider: Logger.MetadataProvider?

    /// Whether what is logged is a record, such as that of an audit: when more comes than can be written, it has room
    /// that no other message may take.
    ///
    /// Default: false.
    public var isRecord = false

    private let label: String
    private let writer: ConsoleWriter

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - writer: Where lines go; shared by all handlers of a process.
    ///   - metadataProvider: Adds metadata to every message. Default: none.
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

    /// Queues a line for the console.
    ///
    /// Never waits.
    public func log(event: LogEvent) {
        let line = ConsoleLine(
            time: .now, label: label, event: event,
            metadata: event.effectiveMetadata(base: metadata, provider: metadataProvider))
        writer.append(line.text(style: writer.style), rank: OutputRank(level: event.level, isRecord: isRecord))
    }
}
