public import Trellis

/// The configuration of Search: the section `plugins.search`.
public struct SearchConfiguration: PluginConfiguration {
    /// The time that the plugins have to answer: 1 ms to 1 minute.
    ///
    /// Default: 2 seconds.
    public var timeout: Duration

    /// The maximum number of objects per plugin, unless a call has another limit: 1 to 1,000.
    ///
    /// Default: 20.
    public var limit: Int

    /// The valid limits.
    static let limits = 1...1_000

    /// Reads the configuration.
    ///
    /// - Parameter settings: The section `plugins.search`.
    public init(from settings: Settings) {
        timeout = settings.duration(
            "timeout", default: .seconds(2), in: .milliseconds(1) ... .seconds(60),
            "The time after which a search ends. Plugins that have not finished are reported as late.")
        limit = settings.integer(
            "limit", default: 20, in: Self.limits,
            "The maximum number of objects per plugin, unless a call has another limit.")
    }
}
