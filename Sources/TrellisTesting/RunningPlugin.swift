public import Trellis
public import TrellisHost

/// A plugin that runs in a test.
public struct RunningPlugin: Sendable {
    /// The connection of a client to the plugin: `ItemsClient(plugin.caller)`.
    public let caller: any VarlinkCaller

    /// The plugin's directories.
    public let directories: PluginDirectories

    private let name: String
    private let host: PluginHost
    private let connectAnother: @Sendable () async throws -> any VarlinkCaller

    init(
        name: String, caller: any VarlinkCaller, directories: PluginDirectories, host: PluginHost,
        connect: @escaping @Sendable () async throws -> any VarlinkCaller
    ) {
        self.name = name
        self.caller = caller
        self.directories = directories
        self.host = host
        self.connectAnother = connect
    }

    /// Connects another client to the plugin.
    ///
    /// - Returns: A connection that is separate from ``caller``.
    /// - Throws: An error when the connection fails.
    public func connect() async throws -> any VarlinkCaller {
        try await connectAnother()
    }

    /// Returns the description of the plugin, as the method `ListPlugins` returns it.
    public func status() async -> HostContract.Plugin {
        let plugins = await host.plugins()
        guard let plugin = plugins.first(where: { $0.name == name }) else {
            preconditionFailure("the host lacks the plugin \(name)")
        }
        return plugin
    }
}
