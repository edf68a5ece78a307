import SearchAPI
public import Trellis

/// A search in the data of all plugins that contribute a `SearchProvider`.
public struct SearchPlugin: Plugin {
    /// The name, the version and the summary of the plugin.
    public static let manifest = PluginManifest(
        name: "search", version: "1.0.0", summary: "A search in the data of all plugins that contribute to it.")

    /// Declares the extension point, the search and the interface.
    public static func assemble(_ blueprint: inout Blueprint, configuration: SearchConfiguration) {
        blueprint.extensionPoint((any SearchProvider).self)
        blueprint.provide { [configuration] (providers: Extensions<any SearchProvider>, clock: WallClock) in
            SearchEngine(providers: providers, timeout: configuration.timeout, clock: clock)
        }
        blueprint.serve { [configuration] (engine: SearchEngine) in
            SearchInterface(engine: engine, limit: configuration.limit)
        }
    }
}
