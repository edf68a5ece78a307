public import Trellis

/// The configuration of Summaries: the section `plugins.summaries`.
public struct SummariesConfiguration: PluginConfiguration {
    /// The storage of the summaries.
    public enum Store: String, Sendable, Hashable, CaseIterable {
        /// The etcd of the cluster.
        case etcd

        /// Memory. The summaries are lost when the plugin stops.
        case memory
    }

    /// The storage of the summaries.
    ///
    /// Default: ``Store/etcd``.
    public var store: Store

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.summaries`.
    public init(from settings: Settings) {
        store = settings.choice(
            "store", default: .etcd,
            "The storage of the summaries: the etcd of the cluster, or memory, which is lost when the plugin stops.")
    }
}
