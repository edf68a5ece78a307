import Glibc
public import Logging

/// Where the log of a process goes: to the journal when standard error is connected to it, else to the console.
///
/// ```swift
/// let destination = LogDestination.detected(identifier: "trellisd", fieldPrefix: "TRELLIS_", environment: .current())
/// LoggingSystem.bootstrap({ destination.logHandler(label: $0, metadataProvider: $1) }, metadataProvider: nil)
/// defer { destination.flush(within: .seconds(1)) }
/// ```
public enum LogDestination: Sendable {
    /// The systemd journal.
    case journal(JournalWriter)
    /// A terminal, a file or a pipe.
    case console(ConsoleWriter)

    /// Finds out where the log of this process goes.
    ///
    /// It is the journal when `JOURNAL_STREAM` names the device and inode of standard error; so a service whose output
    /// was redirected (`StandardError=file:…`, `2> file` in a wrapper) logs there.
    ///
    /// - Parameters:
    ///   - identifier: `SYSLOG_IDENTIFIER` in the journal, such as `trellisd`.
    ///   - fieldPrefix: What the journal fields of metadata begin with, such as `TRELLIS_`; see
    ///     ``JournalWriter/init(identifier:fieldPrefix:limits:)``.
    ///   - environment: Where `JOURNAL_STREAM`, `NO_COLOR` and `TERM` are looked up.
    ///   - standardError: The descriptor of standard error. Default: 2.
    /// - Returns: The destination, with a writer of its own.
    public static func detected(
        identifier: String, fieldPrefix: String, environment: ServiceEnvironment,
        standardError: Int32 = 2
    ) -> LogDestination {
        if let stream = environment.journalStream, stream.isConnected(to: standardError) {
            return .journal(JournalWriter(identifier: identifier, fieldPrefix: fieldPrefix))
        }
        let style = ConsoleStyle.detected(descriptor: standardError, environment: environment)
        return .console(ConsoleWriter(descriptor: standardError, style: style))
    }

    /// Makes a log handler for a logger, in the form that `LoggingSystem.bootstrap` wants.
    ///
    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - metadataProvider: Adds metadata to every message. Default: none.
    ///   - isRecord: Whether what is logged is a record, which nothing else may displace
    ///     (``JournalLogHandler/isRecord``). Default: false.
    /// - Returns: A ``JournalLogHandler`` or a ``ConsoleLogHandler``.
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

    /// Waits until everything that was logged is written, but not longer than a limit.
    ///
    /// It blocks the calling thread: use it where a program ends, not in its course.
    ///
    /// - Parameter limit: How long at most.
    /// - Returns: Whether everything was written.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        switch self {
        case .journal(let writer): writer.flush(within: limit)
        case .console(let writer): writer.flush(within: limit)
        }
    }
}
