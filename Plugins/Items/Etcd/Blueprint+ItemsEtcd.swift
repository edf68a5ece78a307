import Items
public import Trellis
import TrellisCluster

extension Blueprint {
    /// Declares the stores of `plugins.items.store: etcd`, in the root scope of a daemon.
    ///
    /// - Parameters:
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func provideItemsOnEtcd(file: String = #fileID, line: Int = #line) {
        provide(
            { (etcd: ClusterEtcd?) in
                SharedItemStores { plugin, clock, logger throws(PluginFailure) in
                    guard let etcd else { throw SharedItemStores.missingCluster(for: plugin) }
                    return try EtcdItemStore(
                        client: etcd.client, prefix: etcd.keys(of: plugin), plugin: plugin, clock: clock,
                        logger: logger)
                }
            }, .lazily, file: file, line: line)
    }
}
