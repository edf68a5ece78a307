import Logging
public import Trellis

/// A one-off operation of a daemon's program: an option such as `--move-items`, which starts no plugin.
public struct HostOperation: Sendable {
    /// The name of the option, without its dashes.
    let name: String

    /// The description of the option.
    let summary: String

    /// Performs the operation, and returns the lines for the operator.
    let run: @Sendable (HostOperationContext) async throws -> [String]

    /// Declares an operation.
    ///
    /// - Parameters:
    ///   - name: The name of the option, without its dashes.
    ///   - summary: The description of the option.
    ///   - run: Performs the operation, and returns the lines for the operator. A ``HostFailure`` or `PluginFailure` determines the
    ///     exit status. SIGINT and SIGTERM cancel the task.
    public init(
        _ name: String, _ summary: String, run: @escaping @Sendable (HostOperationContext) async throws -> [String]
    ) {
        (self.name, self.summary, self.run) = (name, summary, run)
    }
}

/// The parts of a daemon that a one-off operation can use.
public struct HostOperationContext: Sendable {
    /// The access to the configured cluster, which is not connected; nil without a cluster.
    public let cluster: (any Cluster)?

    /// Shows the number of finished items of a total on a terminal.
    public let showProgress: @Sendable (_ count: Int, _ total: Int) -> Void

    private let configuration: LoadedConfiguration
    private let environment: HostEnvironment

    init(
        cluster: (any Cluster)?, configuration: LoadedConfiguration, environment: HostEnvironment,
        progress showProgress: @escaping @Sendable (_ count: Int, _ total: Int) -> Void
    ) {
        (self.cluster, self.configuration, self.environment) = (cluster, configuration, environment)
        self.showProgress = showProgress
    }

    /// Returns the value of a key of the configuration, or its default value.
    ///
    /// - Parameter key: The key, such as `plugins.items.store`.
    /// - Returns: The text of the value; nil if there is none, and for a secret.
    public func setting(_ key: String) -> String? {
        let setting = configuration.settings.first { $0.key == key }
        guard let setting, setting.secret == nil else { return nil }
        return setting.value?.text
    }

    /// Returns the environment of a plugin, as the daemon would pass it to the plugin.
    ///
    /// - Parameter plugin: The name of the plugin.
    /// - Returns: The environment. Its log messages are discarded.
    public func environment(of plugin: String) -> PluginEnvironment { environment.environment(for: plugin) }
}
