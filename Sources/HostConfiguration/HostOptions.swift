public import Logging
public import SystemPackage

/// The command-line options of the daemon.
public struct HostOptions: Sendable {
    /// The configuration file; nil for the default file, if it exists.
    public var configuration: FilePath?

    /// The directory for persistent data; nil for the default directory of the service or the user.
    public var stateDirectory: FilePath?

    /// The directory for data that can be recreated; nil for the default directory of the service or the user.
    public var cacheDirectory: FilePath?

    /// The directory for data that is removed when the daemon stops; nil for the default of the service or the user.
    public var runtimeDirectory: FilePath?

    /// The path of the control socket; nil for the configured or default path.
    ///
    /// A socket that systemd passes takes precedence.
    public var socket: String?

    /// Settings that take precedence over all other sources: `KEY=VALUE`.
    public var settings: [String]

    /// The minimum level of logged messages; nil for the configured level.
    public var logLevel: Logger.Level?

    /// Whether every plugin runs on its sample data, without a configuration file unless one is specified.
    public var isDemo: Bool

    /// Whether calls are counted and timed, for the metrics.
    ///
    /// Default: true. A benchmark measures the cost of the metrics with both values.
    public var measuresCalls = true

    /// Creates the options of a command line.
    ///
    /// - Parameters:
    ///   - configuration: The configuration file.
    ///   - stateDirectory: The directory for persistent data.
    ///   - cacheDirectory: The directory for data that can be recreated.
    ///   - runtimeDirectory: The directory for data that is removed when the daemon stops.
    ///   - socket: The path of the control socket.
    ///   - settings: Settings that take precedence over all other sources: `KEY=VALUE`.
    ///   - logLevel: The minimum level of logged messages.
    ///   - isDemo: Whether every plugin runs on its sample data. Default: false.
    public init(
        configuration: FilePath? = nil,
        stateDirectory: FilePath? = nil,
        cacheDirectory: FilePath? = nil,
        runtimeDirectory: FilePath? = nil,
        socket: String? = nil,
        settings: [String] = [],
        logLevel: Logger.Level? = nil,
        isDemo: Bool = false
    ) {
        self.configuration = configuration
        self.stateDirectory = stateDirectory
        self.cacheDirectory = cacheDirectory
        self.runtimeDirectory = runtimeDirectory
        self.socket = socket
        self.settings = settings
        self.logLevel = logLevel
        self.isDemo = isDemo
    }
}
