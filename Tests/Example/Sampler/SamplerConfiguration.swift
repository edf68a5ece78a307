public import Trellis

/// The configuration of Sampler: the section `plugins.sampler`.
public struct SamplerConfiguration: PluginConfiguration {
    /// The interval between two samples: 1 second to 1 hour.
    ///
    /// Default: 10 seconds.
    public var interval: Duration

    /// Reads the configuration.
    ///
    /// - Parameter settings: The section `plugins.sampler`.
    public init(from settings: Settings) {
        interval = settings.duration(
            "interval", default: .seconds(10), in: .seconds(1) ... .seconds(3_600),
            "The interval between two samples.")
    }
}
