public import Trellis
import TrellisCluster

/// The summaries that the plugin Digest writes on one host of a cluster, readable on every host.
public struct SummariesPlugin: Plugin {
    /// The name, the version, the summary and the setup of the plugin.
    public static let manifest = PluginManifest(
        name: "summaries", version: "1.0.0",
        summary: "The summaries of Digest, readable on every host of a cluster.",
        setup: "Requires a cluster (cluster.etcd), unless the store is memory.")

    /// A store in memory.
    public static let demo = ["store": "memory"]

    /// Rejects the store of several hosts in a daemon without a cluster.
    public static func validate(_ plugin: PluginEnvironment, configuration: SummariesConfiguration) throws {
        if configuration.store == .etcd, !plugin.hasCluster { throw ClusterEtcd.missing(for: plugin) }
    }

    /// Declares the store, which Digest uses, and the interface.
    public static func assemble(_ blueprint: inout Blueprint, configuration: SummariesConfiguration) {
        blueprint.provide(EtcdSummaryStore.init(etcd:plugin:), .carried) { $0 as any SummaryStore }
        blueprint.export((any SummaryStore).self)
        blueprint.serve(DigestInterface.init(store:))
        blueprint.check(SummaryStoreHealth.init(store:))
        switch configuration.store {
        case .etcd: break
        case .memory: blueprint.override(MemorySummaryStore.init) { $0 as any SummaryStore }
        }
    }
}
