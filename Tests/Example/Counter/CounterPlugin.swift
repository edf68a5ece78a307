public import Trellis

/// A plugin with a counter.
public struct CounterPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(name: "counter", version: "1.0.0", summary: "A counter.")

    /// Creates the plugin.
    ///
    /// - Parameter configuration: The validated section `plugins.counter`.
    public init(configuration: CounterConfiguration) {}

    /// Declares the counter and its interface.
    public func assemble(_ blueprint: inout Blueprint) {
        blueprint.provide(Counter.init(configuration:))
        blueprint.serve(CounterInterface.init(counter:))
    }
}
