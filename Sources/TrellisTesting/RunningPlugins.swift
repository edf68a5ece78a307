import OpenMetrics
public import Trellis
import TrellisHost

/// Several plugins that run together in a test.
public struct RunningPlugins: Sendable {
    /// The connection of a client to the plugins: `SearchClient(plugins.caller)`.
    public let caller: any VarlinkCaller

    private let directories: HostDirectories
    private let host: PluginHost
    private let connectAnother: @Sendable () async throws -> any VarlinkCaller

    init(
        caller: any VarlinkCaller, directories: HostDirectories, host: PluginHost,
        connect: @escaping @Sendable () async throws -> any VarlinkCaller
    ) {
        self.caller = caller
        self.directories = directories
        self.host = host
        self.connectAnother = connect
    }

    /// One of the plugins.
    ///
    /// - Parameter name: The name of a registered plugin.
    public subscript(_ name: String) -> RunningPlugin {
        RunningPlugin(
            name: name, caller: caller, directories: directories.directories(of: name), host: host,
            connect: connectAnother)
    }

    /// Connects another client to the plugins.
    ///
    /// - Returns: A connection that is separate from ``caller``.
    /// - Throws: An error when the connection fails.
    public func connect() async throws -> any VarlinkCaller {
        try await connectAnother()
    }

    /// Stops a plugin, as `trellisctl plugin stop` does, and returns when it has stopped.
    ///
    /// - Parameter plugin: The name of the plugin.
    /// - Throws: `HostError` when the plugin is unknown or disabled.
    public func stop(_ plugin: String) async throws { try await host.stop(plugin) }

    /// Starts a stopped plugin, as `trellisctl plugin start` does, and returns when it runs or has failed.
    ///
    /// - Parameter plugin: The name of the plugin.
    /// - Throws: `HostError` when the plugin is unknown or disabled.
    public func start(_ plugin: String) async throws { try await host.start(plugin) }

    /// The metrics of the plugins, in the format OpenMetrics 1.0, as the plugin Metrics serves them.
    public var metrics: String { host.metrics.exposition(as: .openMetrics) }
}
