public import Trellis
public import TrellisHost

/// A plugin that runs, in a test.
public struct RunningPlugin: Sendable {
    /// What carries a client's calls to the plugin: `ItemsClient(plugin.caller)`.
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

    /// Connects another client.
    ///
    /// - Throws: What keeps it from being connected.
    public func connect() async throws -> any VarlinkCaller {
        try await connectAnother()
    }

    /// What the plugin looks like to an operator.
    public func status() async -> HostContract.Plugin {
        let plugins = await host.plugins()
        guard let plugin = plugins.first(where: { $0.name == name }) else {
            preconditionFailure("the harness hosts the plugin \(name)")
        }
        return plugin
    }
}
