public import Trellis

/// Opens the store of `store: etcd`.
///
/// A program that has a client of etcd declares it in the root scope. The plugin itself does not depend on etcd.
public struct SharedItemStores: Sendable {
    /// Opens the store of a plugin, with its clock and its log.
    public typealias Opening =
        @Sendable (PluginEnvironment, WallClock, Logger) throws(PluginFailure) -> any ItemStore

    private let opening: Opening

    /// Creates a value that opens stores.
    ///
    /// - Parameter opening: Opens the store of a plugin; throws `PluginFailure` when the daemon belongs to no cluster.
    public init(opening: @escaping Opening) {
        self.opening = opening
    }

    /// Opens the store of a plugin.
    ///
    /// - Parameters:
    ///   - stores: The value of the root scope; nil in a program without it.
    ///   - plugin: The environment of the plugin.
    ///   - clock: The wall clock.
    ///   - logger: The log of the plugin.
    /// - Returns: The store.
    /// - Throws: `PluginFailure` when the program or its configuration has no etcd.
    static func open(
        _ stores: SharedItemStores?, plugin: PluginEnvironment, clock: WallClock, logger: Logger
    ) throws(PluginFailure) -> any ItemStore {
        guard let stores else {
            throw PluginFailure(
                .configuration,
                "plugins.\(plugin.name).store is etcd, but this program was built without the client of etcd",
                advice: "Use the program of the Debian package or of 'make build', or set another store")
        }
        return try stores.opening(plugin, clock, logger)
    }

    /// Returns the failure of a plugin with `store: etcd` in a daemon without a cluster.
    ///
    /// - Parameter plugin: The environment of the plugin.
    /// - Returns: The failure, with the remedy.
    package static func missingCluster(for plugin: PluginEnvironment) -> PluginFailure {
        PluginFailure(
            .configuration, "plugins.\(plugin.name).store is etcd, but the daemon belongs to no cluster",
            advice: "Set cluster.etcd.endpoints, and restart the daemon, or set another store")
    }
}
