import LogSupport
public import Logging

/// A log handler that writes structured entries to the systemd journal.
///
/// The fields of an entry (systemd.journal-fields(7)):
///
/// | field | value |
/// |---|---|
/// | `MESSAGE` | the message, followed by a colon and the error if there is one, because journalctl(1) shows only this field |
/// | `PRIORITY` | 2 critical, 3 error, 4 warning, 5 notice, 6 info, 7 debug and trace |
/// | `SYSLOG_IDENTIFIER` | the identifier of the ``JournalWriter`` |
/// | `LOGGER` | the label of the logger |
/// | `CODE_FILE`, `CODE_LINE`, `CODE_FUNC` | the location of the log statement |
/// | `MESSAGE_ID` | the metadata value of ``messageIdentifierKey``, if it is a ``MessageIdentifier`` |
/// | prefix + key | any other metadata value, as text |
/// | prefix + `ERROR_MESSAGE`, prefix + `ERROR_TYPE` | the error and its type |
///
/// The name of a metadata field is the writer's prefix and the key in uppercase, with underscores between words, truncated
/// to 64 characters: `itemCount` becomes `TRELLIS_ITEM_COUNT`. Use fixed keys, and put user input in values. The keys of a
/// dictionary value are part of the value and never become fields. Metadata of the message takes precedence over that of
/// the metadata provider, and the provider's over that of the logger.
public struct JournalLogHandler: LogHandler {
    /// The metadata key whose value goes to the field `MESSAGE_ID`: `messageID`.
    ///
    /// A value that is not a ``MessageIdentifier`` is treated as other metadata.
    public static let messageIdentifierKey = LogSupport.messageIdentifierKey

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
    private let writer: JournalWriter

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: The label of the logger, for the field `LOGGER`.
    ///   - writer: The writer, shared by all handlers of a process.
    ///   - metadataProvider: The provider of further metadata. Default: none.
    public init(label: String, writer: JournalWriter, metadataProvider: Logger.MetadataProvider? = nil) {
        self.label = label
        self.writer = writer
        self.metadataProvider = metadataProvider
    }

    /// The metadata value of a key.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Queues an entry for the journal without waiting.
    public func log(event: LogEvent) {
        writer.append(entry(for: event), priority: OutputPriority(level: event.level, isRecord: isRecord))
    }

    func entry(for event: LogEvent) -> JournalEntry {
        var entry = JournalEntry()
        entry.append("MESSAGE", event.error.map { "\(event.message): \($0)" } ?? "\(event.message)")
        entry.append("PRIORITY", event.level.journalPriority)
        entry.append("SYSLOG_IDENTIFIER", writer.identifier)
        entry.append("LOGGER", label)
        entry.append("CODE_FILE", event.file)
        entry.append("CODE_LINE", String(event.line))
        entry.append("CODE_FUNC", event.function)
        for (key, value) in event.effectiveMetadata(base: metadata, provider: metadataProvider) {
            let text = "\(value)"
            if key == Self.messageIdentifierKey, let identifier = MessageIdentifier(text) {
                entry.append("MESSAGE_ID", identifier.description)
            } else {
                entry.append(JournalField.name(prefix: writer.fieldPrefix, key: key), text)
            }
        }
        if let error = event.error {
            entry.append("\(writer.fieldPrefix)ERROR_MESSAGE", "\(error)")
            entry.append("\(writer.fieldPrefix)ERROR_TYPE", String(reflecting: type(of: error)))
        }
        return entry
    }
}

extension Logger.Level {
    /// The priority of syslog(3), which has one priority for both debug and trace.
    var journalPriority: String {
        switch self {
        case .trace, .debug: "7"
        case .info: "6"
        case .notice: "5"
        case .warning: "4"
        case .error: "3"
        case .critical: "2"
        }
    }
}
