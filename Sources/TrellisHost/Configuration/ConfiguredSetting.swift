import Trellis

/// A setting of a daemon: its value, and the source of the value.
struct ConfiguredSetting: Sendable, Hashable {
    /// The declaration of the key.
    let declaration: SettingDeclaration

    /// The normalized value, or `Secret.mask` for a secret; nil when there is no value and no default value.
    let value: SettingValue?

    /// The value of a secret, for comparisons; nil for any other setting.
    let secret: Secret?

    /// The location of the value; nil for the default value.
    let location: ConfigurationLocation?

    /// The key with its sections, such as `plugins.items.history`.
    var key: String { declaration.path.joined(separator: ".") }

    /// Whether another setting has the same value, or the same secret.
    func hasValue(of other: ConfiguredSetting) -> Bool { value == other.value && secret == other.secret }

    /// Determines the settings of a configuration.
    ///
    /// If the key `enabled` of a plugin is not set, its value is true when the configuration lists the plugin,
    /// otherwise false. The location of such a true value is the first line, variable or option that mentions the
    /// plugin.
    ///
    /// - Parameters:
    ///   - schema: The declarations of all valid keys.
    ///   - stack: The layers of the configuration, merged.
    ///   - plugins: The names of the registered plugins.
    /// - Returns: The settings, in the order of declaration.
    static func settings(
        of schema: ConfigurationSchema, in stack: ConfigurationStack, plugins: [String]
    ) -> [ConfiguredSetting] {
        let switches = Dictionary(
            uniqueKeysWithValues: plugins.map { (["plugins", $0, "enabled"], ["plugins", $0]) })
        return schema.declarations.map { declaration in
            if let (value, location, _) = stack.value(of: declaration.path) {
                return ConfiguredSetting(
                    declaration: declaration, value: declaration.type.shown(value),
                    secret: declaration.type == .secret ? Secret(value.text) : nil, location: location)
            }
            guard let section = switches[declaration.path] else {
                return ConfiguredSetting(
                    declaration: declaration, value: declaration.defaultValue, secret: nil, location: nil)
            }
            let mention = stack.firstMention(of: section)
            return ConfiguredSetting(
                declaration: declaration, value: .text(mention == nil ? "false" : "true"), secret: nil,
                location: mention)
        }
    }
}

extension SettingType {
    /// Returns the normalized form of a value, or the mask for a secret.
    fileprivate func shown(_ value: SettingValue) -> SettingValue {
        switch value {
        case _ where self == .secret: .text(Secret.mask)
        case .text(let text): .text(canonicalText(of: text))
        case .texts: value
        }
    }
}
