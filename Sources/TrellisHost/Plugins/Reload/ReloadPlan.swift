import HostInterface

/// The consequences of a reload of the configuration.
struct ReloadPlan: Sendable, Equatable {
    /// The part that concerns one plugin.
    struct PluginChange: Sendable, Equatable {
        /// The name of the plugin.
        var plugin: String

        /// The action.
        var action: HostContract.ReloadAction

        /// The reason for the action; nil for `keep` without a reason.
        var reason: String?

        /// The changed settings of the plugin.
        var settings: [ConfigurationDifference.Change]

        /// The plugins that restart because of this plugin.
        var affected: [String] = []
    }

    /// Identifies the configuration in use and the new one.
    var hash: String

    /// The plugins, in the order of registration.
    var plugins: [PluginChange]

    /// The changed settings of the daemon that take effect with the reload.
    var settings: [ConfigurationDifference.Change]

    /// The changed settings of the daemon that take effect when the daemon restarts.
    var afterRestart: [ConfigurationDifference.Change]

    /// The changes of plugins with another action than `keep`.
    var changes: [PluginChange] { plugins.filter { $0.action != .keep } }
}
