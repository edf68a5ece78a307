public import Trellis

/// The configuration of Digest: the section `plugins.digest`.
public struct DigestConfiguration: PluginConfiguration {
    /// The interval between two summaries: 1 second to 365 days.
    ///
    /// Default: 1 hour.
    public var interval: Duration

    /// The number of summaries that are kept: 1 to 1,000.
    ///
    /// Default: 168, a week of hours.
    public var keep: Int

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.digest`.
    public init(from settings: Settings) {
        interval = settings.duration(
            "interval", default: .seconds(3_600), in: .seconds(1) ... .seconds(365 * 86_400),
            "The interval between two summaries.")
        keep = settings.integer("keep", default: 168, in: 1...1_000, "The number of summaries that are kept.")
    }
}
