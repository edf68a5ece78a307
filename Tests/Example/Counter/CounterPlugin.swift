public import Trellis

/// A plugin that counts.
public struct CounterPlugin: Plugin {
    /// What the plugin says of itself.
    public static let manifest = PluginManifest(name: "counter", version: "1.0.0", summary: "Counts.")

    /// Creates the plugin.
    ///
    /// - Parameter configuration: What the operator set.
    public init(configuration: CounterConfiguration) {}

    /// Declares the counter and the commands.
    public func assemble(_ blueprint: inout Blueprint) {
        blueprint.provide(Counter.init(configuration:))
        blueprint.serve(CounterInterface.init(counter:))
    }
}
