public import Trellis

/// A plugin with a counter.
public struct CounterPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(name: "counter", version: "1.0.0", summary: "A counter.")

    /// Declares the counter and its interface.
    public static func assemble(_ blueprint: inout Blueprint, configuration: CounterConfiguration) {
        blueprint.provide(Counter.init(configuration:))
        blueprint.serve(CounterInterface.init(counter:))
    }
}
