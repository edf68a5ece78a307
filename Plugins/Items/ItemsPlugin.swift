import SearchAPI
public import Trellis
import TrellisSQLite

/// A durable list of items that clients can watch.
public struct ItemsPlugin: Plugin {
    /// The name, the version and the summary of the plugin.
    public static let manifest = PluginManifest(
        name: "items", version: "1.0.0", summary: "A durable list of items that clients can watch.")

    /// Sample items, in memory.
    public static let demo = ["store": "sample"]

    /// Rejects the store of several hosts in a daemon without a cluster.
    public static func validate(_ plugin: PluginEnvironment, configuration: ItemsConfiguration) throws {
        if configuration.store == .etcd, !plugin.hasCluster { throw SharedItemStores.missingCluster(for: plugin) }
    }

    /// Declares the store, the scene of a watch, the interface, the jobs, the checks and the search.
    public static func assemble(_ blueprint: inout Blueprint, configuration: ItemsConfiguration) {
        blueprint.provide(SQLiteItemStore.init(plugin:clock:), .carried) { $0 as any ItemStore }
        blueprint.export((any ItemStore).self)
        // Each part receives the narrowest protocol of the store, so that a test double has few requirements.
        blueprint.alias((any ItemStore).self) { $0 as any ItemReader }
        blueprint.alias((any ItemStore).self) { $0 as any ItemWriter }
        blueprint.alias((any ItemStore).self) { $0 as any ItemMaintenance }
        blueprint.provide(WatchEnvironments.init(store:logger:))
        blueprint.scene(ItemWatchRequest.self, ItemWatch.self) { scene in
            scene.inputs(WatchEnvironments.self)
            scene.provide(ItemWatch.init(request:environments:))
        }
        blueprint.provide { [configuration] (store: any ItemReader, clock: WallClock) in
            ItemExporter(store: store, timeout: configuration.timeoutExport, clock: clock)
        }
        blueprint.serve(ItemsInterface.init(reader:writer:watches:exporter:))
        schedule(&blueprint, configuration: configuration)
        blueprint.backUp { (store: any ItemMaintenance) in store.backup }
        blueprint.check(ItemStoreHealth.init(store:))
        blueprint.extend(ItemSearch.init(store:)) { $0 as any SearchProvider }

        // The store is selected only here. Tests override it in the same way.
        switch configuration.store {
        case .sqlite: break
        case .etcd:
            blueprint.override(SharedItemStores.open(_:plugin:clock:logger:))
        case .memory: blueprint.override(MemoryItemStore.init(clock:)) { $0 as any ItemStore }
        case .sample: blueprint.override(MemoryItemStore.init(samplesAt:)) { $0 as any ItemStore }
        }
    }
}
