import SearchAPI
public import Trellis

/// A search in the data of all plugins that contribute a `SearchProvider`.
public struct SearchPlugin: Plugin {
    /// The name, the version and the summary of the plugin.
    public static let manifest = PluginManifest(
        name: "search", version: "1.0.0", summary: "A search in the data of all plugins that contribute to it.")

    private let configuration: SearchConfiguration

    /// Creates the plugin.
    /// - Parameter configuration: The settings of the section `plugins.search`.
    public init(configuration: SearchConfiguration) {
        self.configuration = configuration
    }

    /// Declares the extension point, the search and the interface.
    public func assemble(_ blueprint: inout Blueprint) {
        blueprint.extensionPoint((any SearchProvider).self)
        blueprint.provide { [configuration] (providers: Extensions<any SearchProvider>, clock: WallClock) in
            SearchEngine(providers: providers, timeout: configuration.timeout, clock: clock)
        }
        blueprint.serve { [configuration] (engine: SearchEngine) in
            SearchInterface(engine: engine, limit: configuration.limit)
        }
    }
}
