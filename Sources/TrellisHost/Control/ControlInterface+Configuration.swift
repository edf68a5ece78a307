import HostInterface
import Trellis

/// The methods of `io.trellis.Host` for the configuration.
extension ControlInterface {
    func readConfiguration(context: CallContext) async throws -> HostContract.ReadConfigurationReply {
        let configuration = host.configuration
        return HostContract.ReadConfigurationReply(
            settings: configuration.settings.map { HostContract.Setting($0) },
            files: configuration.files?.paths ?? [],
            changedFiles: configuration.files?.changedPaths ?? [])
    }

    func getConfigurationSchema(
        context: CallContext
    ) async throws -> HostContract.GetConfigurationSchemaReply {
        HostContract.GetConfigurationSchemaReply(
            schema: Host.configurationSchema(of: host.configuration.plugins.map(\.registration)))
    }
}

extension HostContract.Setting {
    /// Converts a setting to the form of the contract, without the value of a secret.
    init(_ setting: ConfiguredSetting) {
        let type = setting.declaration.type
        var (value, elements): (String?, [String]?)
        switch setting.value {
        case _ where type == .secret: break
        case .text(let text): value = text
        case .texts(let texts): elements = texts
        case nil: break
        }
        self.init(
            key: setting.declaration.path.joined(separator: "."), type: HostContract.SettingType(type), value: value,
            elements: elements, source: HostContract.SettingSource(setting.location),
            location: setting.location.map(String.init(describing:)), description: setting.declaration.summary)
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
