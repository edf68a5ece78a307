public import Trellis

/// A list of short texts that survives a restart.
public struct NotesPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(
        name: "notes", version: "1.0.0", summary: "A list of short texts that survives a restart.")

    /// Declares the store, which other plugins can read, the model, the interface, the health check and the backup.
    public static func assemble(_ blueprint: inout Blueprint, configuration: NotesConfiguration) {
        blueprint.provide(EntryStore.init(plugin:), .carried)
        blueprint.provide(EntryReader.init(store:), .carried)
        blueprint.export(EntryReader.self)
        blueprint.provide(NotesEnvironment.init(configuration:store:clock:))
        blueprint.provide(Notes.init(environment:))
        blueprint.serve(NotesInterface.init(notes:))
        blueprint.check(EntryStoreHealth.init(store:))
        blueprint.backUp { (store: EntryStore) in [store.backup] }
    }
}
