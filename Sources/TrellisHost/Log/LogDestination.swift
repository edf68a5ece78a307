public import ConsoleLogging
public import Logging
public import Systemd

/// The destination of the log of a process: the journal if standard error is connected to it, otherwise the console.
public enum LogDestination: Sendable {
    /// The systemd journal.
    case journal(JournalWriter)
    /// A terminal, a file or a pipe.
    case console(ConsoleWriter)

    /// Returns the destination of the log of this process.
    ///
    /// The destination is the journal if `JOURNAL_STREAM` is the device and inode of standard error. Otherwise it is
    /// standard error, for example if a service redirects it (`StandardError=file:…`, or `2> file` in a wrapper).
    ///
    /// - Parameters:
    ///   - identifier: `SYSLOG_IDENTIFIER` in the journal, such as `trellisd`.
    ///   - fieldPrefix: The prefix of journal fields that `JournalWriter` creates from metadata, such as `TRELLIS_`.
    ///   - environment: The environment of the service, with `JOURNAL_STREAM`.
    ///   - variables: All environment variables, with `NO_COLOR` and `TERM`, and `LOG_FORMAT` after the prefix: with
    ///     `json`, each line on the console is a JSON object.
    ///   - standardError: The descriptor of standard error. Default: 2.
    /// - Returns: The destination, with a new writer.
    public static func detected(
        identifier: String, fieldPrefix: String, environment: ServiceEnvironment, variables: [String: String],
        standardError: Int32 = 2
    ) -> LogDestination {
        if let stream = environment.journalStream, stream.isConnected(to: standardError) {
            return .journal(JournalWriter(identifier: identifier, fieldPrefix: fieldPrefix))
        }
        var style = ConsoleStyle.detected(descriptor: standardError, variables: variables)
        style.isJSON = variables["\(fieldPrefix)LOG_FORMAT"] == "json"
        return .console(ConsoleWriter(descriptor: standardError, style: style))
    }

    /// Creates the log handler of a logger, in the form that `LoggingSystem.bootstrap` requires.
    ///
    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - metadataProvider: The provider of further metadata. Default: none.
    ///   - isRecord: Whether messages are records, which no other message may displace. Default: false.
    /// - Returns: A handler that writes to this destination.
    public func logHandler(
        label: String, metadataProvider: Logger.MetadataProvider? = nil, isRecord: Bool = false
    ) -> any LogHandler {
        switch self {
        case .journal(let writer):
            var handler = JournalLogHandler(label: label, writer: writer, metadataProvider: metadataProvider)
            handler.isRecord = isRecord
            return handler
        case .console(let writer):
            var handler = ConsoleLogHandler(label: label, writer: writer, metadataProvider: metadataProvider)
            handler.isRecord = isRecord
            return handler
        }
    }

    /// Blocks the thread until every message is written, or until a timeout.
    ///
    /// Call this function before a program ends.
    ///
    /// - Parameter limit: The maximum time to block.
    /// - Returns: Whether every message is written.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        switch self {
        case .journal(let writer): writer.flush(within: limit)
        case .console(let writer): writer.flush(within: limit)
        }
    }
}
