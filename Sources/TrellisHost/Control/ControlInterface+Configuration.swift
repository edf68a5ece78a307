import HostConfiguration
import HostInterface
import HostSupport
import Trellis

/// The methods of `io.trellis.Host` for the configuration.
extension ControlInterface {
    func readConfiguration(context: CallContext) async throws -> HostContract.ReadConfigurationReply {
        let configuration = host.configuration
        let pending = Dictionary(uniqueKeysWithValues: configuration.pending.map { ($0.key, $0) })
        return HostContract.ReadConfigurationReply(
            settings: configuration.settings.map { HostContract.Setting($0, pending: pending[$0.key]) },
            files: configuration.files?.paths ?? [],
            changedFiles: configuration.files?.changedPaths ?? [])
    }

    func getConfigurationSchema(
        context: CallContext
    ) async throws -> HostContract.GetConfigurationSchemaReply {
        HostContract.GetConfigurationSchemaReply(
            schema: ConfigurationSchema(
                of: host.configuration.plugins.map(\.registration), root: host.configuration.root
            ).text)
    }
}

extension HostContract.Setting {
    /// Converts a setting to the form of the contract, without the value of a secret.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - pending: The setting after the next start of the daemon. Default: nil, if it is the same.
    init(_ setting: ConfiguredSetting, pending: ConfiguredSetting? = nil) {
        self.init(
            key: setting.key, type: HostContract.SettingType(setting.declaration.type), value: setting.shown.value,
            elements: setting.shown.elements, source: HostContract.SettingSource(setting.location),
            location: setting.location.map(String.init(describing:)), description: setting.declaration.summary,
            pending: pending.map { pending in
                HostContract.PendingValue(
                    value: pending.shown.value, elements: pending.shown.elements,
                    source: HostContract.SettingSource(pending.location),
                    location: pending.location.map(String.init(describing:)))
            })
    }
}

extension ConfiguredSetting {
    /// The value or the elements of a list; both are nil for a secret.
    fileprivate var shown: (value: String?, elements: [String]?) {
        switch value {
        case _ where declaration.type == .secret: (nil, nil)
        case .text(let text): (text, nil)
        case .texts(let texts): (nil, texts)
        case nil: (nil, nil)
        }
    }
}

extension HostContract.SettingType {
    fileprivate init(_ type: SettingType) {
        self =
            switch type {
            case .string: .string
            case .secret: .secret
            case .choice: .choice
            case .boolean: .boolean
            case .integer: .integer
            case .duration: .duration
            case .bytes: .size
            case .strings: .list
            }
    }
}

extension HostContract.SettingSource {
    fileprivate init(_ location: ConfigurationLocation?) {
        self =
            switch location {
            case nil: .default
            case .file: .file
            case .variable: .environment
            case .option: .option
            case .command: .override
            }
    }
}

/// The methods of `io.trellis.Host` that reload the configuration.
extension ControlInterface {
    func planReload(context: CallContext) async throws -> HostContract.PlanReloadReply {
        let plan = try await DedicatedExecutor.configuration.perform(host.reloadPlan)
        return HostContract.PlanReloadReply(plan: HostContract.ReloadPlan(plan))
    }

    func reload(hash: String?, context: CallContext) async throws -> HostContract.ReloadReply {
        let plan = try await host.reload(expecting: hash)
        let watched = host.watchedPlugins
        return HostContract.ReloadReply(
            plan: HostContract.ReloadPlan(plan), watched: watched.isEmpty ? nil : watched)
    }
}

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
