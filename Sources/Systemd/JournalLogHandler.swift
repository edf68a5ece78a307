public import Logging

/// A log handler that writes structured entries to the systemd journal.
///
/// The fields of an entry (systemd.journal-fields(7)):
///
/// | field | value |
/// |---|---|
/// | `MESSAGE` | the message, and after a colon the error, if there is one: journalctl(1) shows only this field |
/// | `PRIORITY` | 2 critical, 3 error, 4 warning, 5 notice, 6 info, 7 debug and trace |
/// | `SYSLOG_IDENTIFIER` | the identifier of the ``JournalWriter`` |
/// | `LOGGER` | the label of the logger |
/// | `CODE_FILE`, `CODE_LINE`, `CODE_FUNC` | where the message comes from |
/// | `MESSAGE_ID` | the metadata value under ``messageIdentifierKey``, when it is a ``MessageIdentifier`` |
/// | prefix + key | each other metadata value, as text |
/// | prefix + `ERROR_MESSAGE`, prefix + `ERROR_TYPE` | the error, and its type |
///
/// The name of a metadata field is the writer's prefix and the key in uppercase, with underscores between words, at
/// most 64 characters: `itemCount` becomes `TRELLIS_ITEM_COUNT`. Use fixed keys: what comes from users belongs in
/// values. The keys inside a dictionary value are part of the value and never become fields. The message's metadata
/// wins over the metadata provider's, and that over the logger's.
public struct JournalLogHandler: LogHandler {
    /// The metadata key whose value goes to the field `MESSAGE_ID`: `messageID`.
    ///
    /// A value that is not a ``MessageIdentifier`` goes where other metadata goes.
    public static let messageIdentifierKey = "messageID"

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
    private let writer: JournalWriter

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - label: The label of the logger, for the field `LOGGER`.
    ///   - writer: Where entries go; shared by all handlers of a process.
    ///   - metadataProvider: Adds metadata to every message. Default: none.
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

    /// Queues an entry for the journal.
    ///
    /// Never waits.
    public func log(event: LogEvent) {
        writer.append(entry(for: event), rank: OutputRank(level: event.level, isRecord: isRecord))
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
    /// The priority of syslog(3), as the journal writes it.
    ///
    /// It has one for both debug and trace.
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
