import Logging
import Synchronization

/// The log level of all loggers of the daemon, which can be changed at any time.
final class LogLevelControl: Sendable {
    /// The level of the command line or the configuration.
    let configured: Logger.Level

    private let current: Mutex<Logger.Level>

    /// Creates the control.
    /// - Parameter level: The level of the command line or the configuration.
    init(_ level: Logger.Level) {
        configured = level
        current = Mutex(level)
    }

    /// The minimum level of logged messages.
    var level: Logger.Level {
        get { current.withLock(\.self) }
        set { current.withLock { $0 = newValue } }
    }
}

/// A log handler with the level of a ``LogLevelControl``.
struct ControlledLogHandler: LogHandler {
    private var handler: any LogHandler
    private let control: LogLevelControl

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - handler: The handler that receives the messages.
    ///   - control: The log level.
    init(_ handler: any LogHandler, control: LogLevelControl) {
        self.handler = handler
        self.handler.logLevel = .trace
        self.control = control
    }

    /// The level of the control; setting it on a single logger has no effect.
    var logLevel: Logger.Level {
        get { control.level }
        // swift-log allows a handler to ignore the level of a single logger.
        set {}
    }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set { handler.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) { handler.log(event: event) }
}
