import HostInterface
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
