import HostInterface
import Trellis

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

extension ReloadPlan {
    /// Returns the number that identifies a change of the configuration.
    ///
    /// - Parameters:
    ///   - daemon: A number that identifies the run of the daemon, so that a plan of an earlier run is outdated.
    ///   - old: The configuration in use.
    ///   - new: The new configuration.
    /// - Returns: 16 hexadecimal digits.
    static func hash(daemon: UInt64, from old: LoadedConfiguration, to new: LoadedConfiguration) -> String {
        var digest = Digest()
        digest.append("\(daemon)")
        for configuration in [old, new] {
            for setting in configuration.settings {
                digest.append(setting.key)
                digest.append(setting.value?.text)
                digest.append(setting.secret?.text)
            }
            for (plugin, override) in configuration.overrides.plugins.sorted(by: { $0.key < $1.key }) {
                digest.append(plugin)
                digest.append("\(override.enabled)")
            }
        }
        return digest.prefix
    }
}
