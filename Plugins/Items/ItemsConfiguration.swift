public import Trellis

/// The configuration of Items: the section `plugins.items`.
public struct ItemsConfiguration: PluginConfiguration {
    /// The storage of the items.
    public enum Store: String, Sendable, Hashable, CaseIterable {
        /// An SQLite database in the plugin's state directory.
        case sqlite

        /// The etcd of the cluster, with a copy in the plugin's state directory.
        case etcd

        /// Memory. The items are lost when the plugin stops.
        case memory

        /// Memory, with sample items at the start of the plugin.
        case sample
    }

    /// The storage of the items.
    ///
    /// Default: ``Store/sqlite``.
    public var store: Store

    /// The age up to which changes are kept for clients that resume a watch.
    ///
    /// Default: 7 days.
    public var history: Duration

    /// The timeout of an export.
    ///
    /// Default: 10 minutes.
    public var timeoutExport: Duration

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.items`.
    public init(from settings: Settings) {
        store = settings.choice(
            "store", default: .sqlite,
            "The storage of the items: a database, the etcd of the cluster, or memory, which is lost when the plugin stops and "
                + "may begin with samples."
        )
        history = settings.duration(
            "history", default: .seconds(7 * 86_400), in: .seconds(1) ... .seconds(3_650 * 86_400),
            "The age up to which changes are kept for clients that resume a watch.")
        timeoutExport = settings.duration(
            "timeoutExport", default: .seconds(600), in: .seconds(1) ... .seconds(86_400),
            "The timeout of an export, during which the database cannot reuse the space of its log.")
    }
}
