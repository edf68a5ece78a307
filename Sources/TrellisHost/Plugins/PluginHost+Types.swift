import Trellis

extension PluginHost {
    /// The configuration of the daemon and of the plugins, with the resulting plans.
    struct Arrangement: Sendable {
        /// The configuration in use.
        var configuration: LoadedConfiguration

        /// The plans of the enabled plugins.
        var plans: PluginPlans
    }
}
