public import Logging
public import OpenMetrics
public import Systemd
public import Trellis

/// The daemon's access to the outside world, from which the host derives each plugin's `PluginEnvironment`.
///
/// `live` is the environment of a running daemon; TrellisTesting provides one for tests. Plugins have no access to
/// either.
public struct HostEnvironment: Sendable {
    /// The daemon's directories.
    public var directories: HostDirectories

    /// The wall clock and the sleep function.
    public var clock: WallClock

    /// Creates a logger with a label.
    public var logger: @Sendable (_ label: String) -> Logger

    /// Returns the bytes of a credential, or nil when there is no credential with this name.
    ///
    /// Throws when the credential exists and cannot be read.
    public var credential: @Sendable (_ name: String) throws -> [UInt8]?

    /// The failpoints of the daemon and its plugins.
    public var failpoints: Failpoints

    /// The metrics of the daemon and its plugins.
    public var metrics: MetricRegistry

    /// Whether the daemon belongs to a cluster.
    ///
    /// The default is false; the host sets it according to its configuration.
    public var hasCluster = false

    /// Creates an environment from its parts.
    ///
    /// - Parameters:
    ///   - directories: The daemon's directories.
    ///   - clock: The wall clock and the sleep function.
    ///   - logger: Creates a logger with a label.
    ///   - credential: Returns the bytes of a credential, or nil when there is no credential with this name.
    ///   - failpoints: The failpoints of the daemon and its plugins. Default: a new list, with the same clock.
    ///   - metrics: The metrics of the daemon and its plugins. Default: an empty registry.
    public init(
        directories: HostDirectories,
        clock: WallClock,
        logger: @escaping @Sendable (_ label: String) -> Logger,
        credential: @escaping @Sendable (_ name: String) throws -> [UInt8]?,
        failpoints: Failpoints? = nil,
        metrics: MetricRegistry = MetricRegistry()
    ) {
        self.directories = directories
        self.clock = clock
        self.logger = logger
        self.credential = credential
        self.failpoints = failpoints ?? Failpoints(clock: clock)
        self.metrics = metrics
    }

    /// Returns the label of a plugin's logger.
    package static func loggerLabel(of plugin: String) -> String { "trellis.\(plugin)" }

    /// Returns the logger of a plugin, whose messages name the plugin.
    package func logger(of plugin: String) -> Logger {
        var logger = logger(Self.loggerLabel(of: plugin))
        logger[metadataKey: "plugin"] = "\(plugin)"
        return logger
    }

    /// Returns the environment of one plugin.
    ///
    /// Its credentials are those named `PLUGIN.CREDENTIAL`, so a plugin cannot read the credentials of another plugin.
    ///
    /// - Parameters:
    ///   - plugin: The name under which the plugin is registered.
    ///   - status: Sets the status text of the plugin, which operators see; an empty text removes it. Default: nothing.
    ///   - execution: Runs the plugin's tasks and callbacks. Default: without attribution, on Swift's thread pool.
    ///   - fencingToken: Returns the token of the plugin's current election. Default: none.
    /// - Returns: The part of this environment that the plugin may use.
    public func environment(
        for plugin: String, status: @escaping @Sendable (_ text: String) -> Void = { _ in },
        execution: PluginExecution = .unattributed,
        fencingToken: @escaping @Sendable () -> FencingToken? = { nil }
    ) -> PluginEnvironment {
        let credential = credential
        return PluginEnvironment(
            name: plugin,
            directories: directories.directories(of: plugin),
            clock: clock,
            logger: logger(of: plugin),
            credential: { try credential("\(plugin).\($0)") },
            status: status, execution: execution, failpoints: failpoints,
            metrics: PluginMetrics(of: plugin, in: metrics), hasCluster: hasCluster, fencingToken: fencingToken)
    }
}

extension HostEnvironment {
    /// Returns the environment of a running daemon, with the system clock and systemd's credentials.
    ///
    /// - Parameters:
    ///   - directories: The daemon's directories.
    ///   - service: The service environment that systemd provides.
    ///   - logger: Creates a logger with a label.
    ///   - failpoints: The failpoints of the daemon. Default: a new list.
    ///   - metrics: The metrics of the daemon and its plugins. Default: an empty registry.
    /// - Returns: The environment from which those of the plugins are derived.
    public static func live(
        directories: HostDirectories,
        service: ServiceEnvironment,
        logger: @escaping @Sendable (_ label: String) -> Logger,
        failpoints: Failpoints? = nil,
        metrics: MetricRegistry = MetricRegistry()
    ) -> HostEnvironment {
        let credentials = service.credentials
        return HostEnvironment(
            directories: directories,
            clock: .system,
            logger: logger,
            credential: { try credentials?.read($0) },
            failpoints: failpoints, metrics: metrics)
    }
}
