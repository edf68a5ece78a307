public import Trellis
import TrellisSQLite

/// A durable list of items that clients can watch.
public struct ItemsPlugin: Plugin {
    /// What the plugin says of itself.
    public static let manifest = PluginManifest(
        name: "items", version: "1.0.0", summary: "A durable list of items that clients can watch.")

    private let configuration: ItemsConfiguration

    /// Creates the plugin.
    /// - Parameter configuration: What the operator set.
    public init(configuration: ItemsConfiguration) {
        self.configuration = configuration
    }

    /// Declares the store, the scene of a watch, the commands, the compactor and the health check.
    public func assemble(_ blueprint: inout Blueprint) {
        blueprint.carry(SQLiteItemStore.init(plugin:)) { $0 as any ItemStore }
        blueprint.export((any ItemStore).self)
        blueprint.scene(WatchRequest.self, ItemWatch.self) { scene in
            scene.provide(WatchEnvironment.init(plugin:store:))
            scene.provide(ItemWatch.init(request:environment:))
        }
        blueprint.provide(ItemExport.init(store:configuration:clock:))
        blueprint.serve(ItemsInterface.init(store:watches:copies:))
        blueprint.run(ItemCompactor.init(store:configuration:plugin:))
        blueprint.run { (store: any ItemStore, plugin: PluginEnvironment) in
            IntegrityCheck(plugin: plugin) { try await store.checkIntegrity() }
        }
        blueprint.check(ItemStoreHealth.init(store:))

        // Which store it is, is decided here, once, for everything above: nothing else knows. A test decides it
        // likewise.
        if configuration.store == .memory {
            blueprint.override(MemoryItemStore.init(clock:)) { $0 as any ItemStore }
        }
    }
}
