import HostInterface

extension HostContract.ReloadPlan {
    /// Converts a plan to the form of the contract.
    init(_ plan: ReloadPlan) {
        self.init(
            hash: plan.hash, plugins: plan.plugins.map { HostContract.PluginChange($0) },
            settings: plan.settings.map { HostContract.SettingChange($0) },
            afterRestart: plan.afterRestart.map { HostContract.SettingChange($0) })
    }
}

extension HostContract.PluginChange {
    /// Converts the change of a plugin to the form of the contract.
    init(_ change: ReloadPlan.PluginChange) {
        self.init(
            plugin: change.plugin, action: change.action, reason: change.reason,
            settings: change.settings.map { HostContract.SettingChange($0) }, affected: change.affected)
    }
}

extension HostContract.SettingChange {
    /// Converts the change of a setting to the form of the contract.
    fileprivate init(_ change: ConfigurationDifference.Change) {
        self.init(
            key: change.key, from: change.from, to: change.to,
            location: change.location.map(String.init(describing:)))
    }
}
