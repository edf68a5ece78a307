import Logging
import Synchronization

/// What is logged, for all loggers of the daemon at once: it can be changed while they are in use.
final class LogLevelControl: Sendable {
    /// The level that the command line or the configuration asks for.
    let configured: Logger.Level

    private let current: Mutex<Logger.Level>

    /// Creates the control.
    /// - Parameter level: The level that the command line or the configuration asks for.
    init(_ level: Logger.Level) {
        configured = level
        current = Mutex(level)
    }

    /// Messages of this level and above are logged.
    var level: Logger.Level {
        get { current.withLock(\.self) }
        set { current.withLock { $0 = newValue } }
    }
}

/// A log handler whose level is decided elsewhere, for all of them.
struct ControlledLogHandler: LogHandler {
    private var handler: any LogHandler
    private let control: LogLevelControl

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - handler: Where the messages go.
    ///   - control: What decides which.
    init(_ handler: any LogHandler, control: LogLevelControl) {
        self.handler = handler
        self.handler.logLevel = .trace
        self.control = control
    }

    /// The level of the control.
    ///
    /// A logger can't set one of its own.
    var logLevel: Logger.Level {
        get { control.level }
        // swift-log lets a handler pass over what a single logger asks for: "Treat log level & metadata as values".
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
