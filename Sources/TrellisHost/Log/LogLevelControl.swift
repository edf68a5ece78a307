import HostConfiguration
import Logging
import Synchronization

/// The log level of the daemon and of its plugins, which can be changed at any time.
final class LogLevelControl: Sendable {
    private struct State {
        var daemon: Logger.Level
        var configured: Logger.Level
        /// The levels that were set for single plugins, by the labels of their loggers.
        var loggers: [String: Logger.Level] = [:]
    }

    /// The level of the command line or the configuration.
    var configured: Logger.Level { state.withLock(\.configured) }

    private let state: Mutex<State>

    /// Creates a control with an initial level.
    /// - Parameter level: The level of the command line or the configuration.
    init(_ level: Logger.Level) {
        state = Mutex(State(daemon: level, configured: level))
    }

    /// Applies the level of a new configuration, if it differs from the previous one.
    func configure(_ level: Logger.Level) {
        state.withLock { state in
            if level != state.configured { (state.daemon, state.configured) = (level, level) }
        }
    }

    /// The minimum level of logged messages, except for plugins whose level was set separately.
    var level: Logger.Level {
        get { state.withLock(\.daemon) }
        set { state.withLock { $0.daemon = newValue } }
    }

    /// Returns the minimum level of messages of a logger.
    func level(ofLogger label: String) -> Logger.Level {
        state.withLock { $0.loggers.isEmpty ? $0.daemon : $0.loggers[label] ?? $0.daemon }
    }

    /// Returns the minimum level of messages of a plugin.
    func level(of plugin: String) -> Logger.Level {
        level(ofLogger: HostEnvironment.loggerLabel(of: plugin))
    }

    /// Returns the level that was set for a plugin; nil if the plugin has the daemon's level.
    func ownLevel(of plugin: String) -> Logger.Level? {
        state.withLock { $0.loggers[HostEnvironment.loggerLabel(of: plugin)] }
    }

    /// Sets the level of a plugin; nil restores the daemon's level.
    func set(_ level: Logger.Level?, of plugin: String) {
        state.withLock { $0.loggers[HostEnvironment.loggerLabel(of: plugin)] = level }
    }
}
