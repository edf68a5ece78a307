public import Trellis

/// The configuration of Counter: the section `plugins.counter`.
public struct CounterConfiguration: PluginConfiguration {
    /// The initial count: 0 to 1,000,000.
    ///
    /// Default: 0.
    public var start: Int

    /// Reads the configuration.
    ///
    /// - Parameter settings: The section `plugins.counter`.
    public init(from settings: Settings) {
        start = settings.integer("start", default: 0, in: 0...1_000_000, "The initial count.")
    }
}
