import Trellis

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
