import Summaries
import Trellis

/// A plugin with the store of Summaries, in memory.
struct MemorySummariesPlugin: Plugin {
    static let manifest = PluginManifest(name: "summaries", version: "1.0.0", summary: "Stores summaries in memory.")

    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide(MemorySummaryStore.init, .carried) { $0 as any SummaryStore }
        blueprint.export((any SummaryStore).self)
    }
}
