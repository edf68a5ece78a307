import Trellis

/// A setting of a daemon: its value, and the source of the value.
struct ConfiguredSetting: Sendable, Hashable {
    /// The declaration of the key.
    let declaration: SettingDeclaration

    /// The value in its usual form, ``Trellis/Secret/mask`` for a secret; nil if it is not set and has no default value.
    let value: SettingValue?

    /// The location of the value; nil for the default value.
    let location: ConfigurationLocation?

    /// Determines the settings of a configuration.
    ///
    /// A plugin that is listed is enabled by the first line, variable or option that mentions it, and one that is not
    /// listed is disabled, if the key `enabled` is not set.
    ///
    /// - Parameters:
    ///   - schema: The valid keys.
    ///   - stack: The layers.
    ///   - plugins: The names of the registered plugins.
    /// - Returns: The settings, in the order of declaration.
    static func settings(
        of schema: ConfigurationSchema, in stack: ConfigurationStack, plugins: [String]
    ) -> [ConfiguredSetting] {
        let switches = Dictionary(
            uniqueKeysWithValues: plugins.map { (["plugins", $0, "enabled"], ["plugins", $0]) })
        return schema.declarations.map { declaration in
            if let (value, location) = stack.value(of: declaration.path) {
                return ConfiguredSetting(
                    declaration: declaration, value: declaration.type.shown(value), location: location)
            }
            guard let section = switches[declaration.path] else {
                return ConfiguredSetting(declaration: declaration, value: declaration.defaultValue, location: nil)
            }
            let mention = stack.firstMention(of: section)
            return ConfiguredSetting(
                declaration: declaration, value: .text(mention == nil ? "false" : "true"), location: mention)
        }
    }
}

extension SettingType {
    /// A value as it is shown.
    fileprivate func shown(_ value: SettingValue) -> SettingValue {
        switch value {
        case _ where self == .secret: .text(Secret.mask)
        case .text(let text): .text(canonicalText(of: text))
        case .texts: value
        }
    }
}
