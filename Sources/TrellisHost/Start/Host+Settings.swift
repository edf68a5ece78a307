import HostConfiguration
package import Trellis

extension Host {
    /// Returns the JSON Schema (draft 2020-12) of `trellis.yaml`.
    ///
    /// - Parameters:
    ///   - plugins: The plugins of the daemon.
    ///   - root: The root scope. Default: one without settings.
    /// - Returns: The schema as JSON over several lines, without a newline at its end.
    public static func configurationSchema(of plugins: [PluginRegistration], root: RootScope = RootScope()) -> String {
        ConfigurationSchema(of: plugins, root: root).text
    }

    /// The valid configuration keys of a daemon.
    package struct ValidSettings: Sendable {
        /// The keys of the daemon itself.
        package var daemon: [SettingDeclaration]

        /// The keys that every plugin has, under `plugins.NAME`.
        package var everyPlugin: [SettingDeclaration]

        /// The keys that single plugins declare in addition, or with another default value, with the plugin's name, in the
        /// order of registration.
        package var plugins: [(name: String, settings: [SettingDeclaration])]
    }

    /// Returns the valid configuration keys, from which the manual page trellis.yaml(5) is generated.
    ///
    /// - Parameters:
    ///   - plugins: The plugins of the daemon.
    ///   - root: The root scope. Default: one without settings.
    /// - Returns: The keys in the order of declaration, with their full paths.
    package static func validSettings(
        of plugins: [PluginRegistration], root: RootScope = RootScope()
    ) -> ValidSettings {
        let common = Settings(path: ["plugins", "NAME"], source: NoSettings())
        _ = SupervisionConfiguration(from: common)
        let commonDefaults = Dictionary(
            uniqueKeysWithValues: common.declarations.map { ($0.path.dropFirst(2), $0.defaultValue) })
        var valid = ValidSettings(daemon: [], everyPlugin: common.declarations, plugins: [])
        for declaration in ConfigurationSchema(of: plugins, root: root).declarations {
            guard declaration.path.first == "plugins" else {
                valid.daemon.append(declaration)
                continue
            }
            if let common = commonDefaults[declaration.path.dropFirst(2)], common == declaration.defaultValue {
                continue
            }
            let name = declaration.path[1]
            if valid.plugins.last?.name != name { valid.plugins.append((name, [])) }
            valid.plugins[valid.plugins.count - 1].settings.append(declaration)
        }
        return valid
    }
}
