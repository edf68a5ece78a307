package import HostInterface
import HostSupport
import Trellis

/// The consequences of a reload of the configuration.
package struct ReloadPlan: Sendable, Equatable {
    /// The part that concerns one plugin.
    package struct PluginChange: Sendable, Equatable {
        /// The name of the plugin.
        package var plugin: String

        /// The action.
        package var action: HostContract.ReloadAction

        /// The reason for the action; nil for `keep` without a reason.
        package var reason: String?

        /// The changed settings of the plugin.
        package var settings: [ConfigurationDifference.Change]

        /// The plugins that restart because of this plugin.
        package var affected: [String] = []

        /// Creates a change.
        ///
        /// - Parameters:
        ///   - plugin: The name of the plugin.
        ///   - action: The action.
        ///   - reason: The reason for the action; nil for `keep` without a reason.
        ///   - settings: The changed settings of the plugin.
        ///   - affected: The plugins that restart because of this plugin.
        package init(
            plugin: String, action: HostContract.ReloadAction, reason: String? = nil,
            settings: [ConfigurationDifference.Change], affected: [String] = []
        ) {
            self.plugin = plugin
            self.action = action
            self.reason = reason
            self.settings = settings
            self.affected = affected
        }
    }

    /// Identifies the configuration in use and the new one.
    package var hash: String

    /// The plugins, in the order of registration.
    package var plugins: [PluginChange]

    /// The changed settings of the daemon that take effect with the reload.
    package var settings: [ConfigurationDifference.Change]

    /// The changed settings of the daemon that take effect when the daemon restarts.
    package var afterRestart: [ConfigurationDifference.Change]

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - hash: Identifies the configuration in use and the new one.
    ///   - plugins: The plugins, in the order of registration.
    ///   - settings: The changed settings of the daemon that take effect with the reload.
    ///   - afterRestart: The changed settings of the daemon that take effect when the daemon restarts.
    package init(
        hash: String, plugins: [PluginChange], settings: [ConfigurationDifference.Change],
        afterRestart: [ConfigurationDifference.Change]
    ) {
        self.hash = hash
        self.plugins = plugins
        self.settings = settings
        self.afterRestart = afterRestart
    }

    /// The changes of plugins with another action than `keep`.
    package var changes: [PluginChange] { plugins.filter { $0.action != .keep } }
}

extension ReloadPlan {
    /// Returns the number that identifies a change of the configuration.
    ///
    /// - Parameters:
    ///   - daemon: A number that identifies the run of the daemon, so that a plan of an earlier run is outdated.
    ///   - old: The configuration in use.
    ///   - new: The new configuration.
    /// - Returns: 16 hexadecimal digits.
    package static func hash(daemon: UInt64, from old: LoadedConfiguration, to new: LoadedConfiguration) -> String {
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
