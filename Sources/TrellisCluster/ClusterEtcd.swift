public import Etcd
public import Trellis

/// The etcd that the hosts of a cluster share, for plugins.
///
/// A daemon with a cluster provides it to all plugins. A plugin that requires a `ClusterEtcd?` receives nil in a daemon without one:
///
/// ```swift
/// static func validate(_ plugin: PluginEnvironment, configuration: Configuration) throws {
///     guard plugin.hasCluster else { throw ClusterEtcd.missing(for: plugin) }
/// }
///
/// init(etcd: ClusterEtcd?, plugin: PluginEnvironment) throws(PluginFailure) {
///     guard let etcd else { throw ClusterEtcd.missing(for: plugin) }
///     keys = etcd.keys(of: plugin)
/// }
/// ```
///
/// A plugin that runs on one host at a time adds the comparison `EtcdComparison.isHeld(_:)` to each of its changes.
public struct ClusterEtcd: Sendable {
    /// The client, which the daemon runs while the plugins run.
    public let client: EtcdClient

    /// The prefix of all keys of the cluster (`cluster.etcd.prefix`), such as `/trellis`.
    public let prefix: String

    /// The name of this host in the cluster.
    public let host: String

    /// Creates the access.
    ///
    /// - Parameters:
    ///   - client: The client, which the caller runs.
    ///   - prefix: The prefix of all keys of the cluster.
    ///   - host: The name of this host in the cluster.
    public init(client: EtcdClient, prefix: String, host: String) {
        (self.client, self.prefix, self.host) = (client, prefix, host)
    }

    /// Returns the prefix of the keys of a plugin, with a slash at its end.
    ///
    /// - Parameter plugin: The environment of the plugin.
    /// - Returns: The prefix, such as `/trellis/plugins/digest/`.
    public func keys(of plugin: PluginEnvironment) -> String {
        "\(prefix)/plugins/\(plugin.name)/"
    }

    /// Returns the failure of a plugin that requires a cluster, in a daemon without one.
    ///
    /// - Parameter plugin: The environment of the plugin.
    /// - Returns: The failure, with the remedy.
    public static func missing(for plugin: PluginEnvironment) -> PluginFailure {
        PluginFailure(
            .configuration, "the plugin \(plugin.name) requires a cluster, and cluster.etcd is not set",
            advice: "Set cluster.etcd.endpoints, and restart the daemon")
    }
}
