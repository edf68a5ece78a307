public import Trellis

/// What an operator can set for Items: the section `plugins.items`.
public struct ItemsConfiguration: PluginConfiguration {
    /// Where the items are kept.
    public enum Store: String, Sendable, Hashable, CaseIterable {
        /// In an SQLite database in the plugin's state directory.
        case sqlite

        /// In memory: gone when the plugin stops.
        case memory
    }

    /// Where the items are kept.
    ///
    /// Default: ``Store/sqlite``.
    public var store: Store

    /// How long changes are kept for clients that resume watching.
    ///
    /// Default: 7 days.
    public var history: Duration

    /// How long a client may take for an export.
    ///
    /// Default: 10 minutes.
    public var timeoutExport: Duration

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.items`.
    public init(from settings: Settings) {
        store = settings.choice(
            "store", default: .sqlite, "Where the items are kept: in a database, or in memory until the plugin stops.")
        history = settings.duration(
            "history", default: .seconds(7 * 86_400), in: .seconds(1) ... .seconds(3_650 * 86_400),
            "How long changes are kept for clients that resume watching.")
        timeoutExport = settings.duration(
            "timeoutExport", default: .seconds(600), in: .seconds(1) ... .seconds(86_400),
            "How long a client may take for an export. The database can't reuse the space of its log meanwhile.")
    }
}
