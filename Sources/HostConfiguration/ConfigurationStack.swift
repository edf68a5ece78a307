package import Trellis

/// The layers of a configuration, merged: the highest layer that sets a key takes precedence.
package struct ConfigurationStack: SettingsSource, Sendable {
    /// A value and its location, with those of its elements if it is a list in a file.
    package typealias Value = (value: SettingValue, location: ConfigurationLocation, elements: [ConfigurationLocation])

    /// The values by path.
    ///
    /// A large configuration has thousands of keys, each of which is looked up several times.
    private let values: [[String]: Value]

    /// The first mentions of keys and sections by path.
    private let firstMentions: [[String]: ConfigurationLocation]

    /// Merges layers.
    /// - Parameter layers: The layers, the highest first.
    package init(layers: [ConfigurationLayer]) {
        values = layers.values
        firstMentions = layers.firstMentions
    }

    package func text(at path: [String]) -> String? {
        if case .text(let text) = values[path]?.value { text } else { nil }
    }

    package func texts(at path: [String]) -> [String]? {
        if case .texts(let texts) = values[path]?.value { texts } else { nil }
    }

    /// Whether any layer contains a key or a descendant of the key.
    package func mentions(_ path: [String]) -> Bool {
        firstMentions[path] != nil
    }

    /// The location of the first mention of a key or a descendant of the key, in the lowest layer with a mention.
    package func firstMention(of path: [String]) -> ConfigurationLocation? {
        firstMentions[path]
    }

    /// The value of a key, and its location; nil when no layer sets the key.
    package func value(of path: [String]) -> Value? {
        values[path]
    }
}

extension [ConfigurationLayer] {
    /// The values of all keys, each from the highest layer that sets the key.
    fileprivate var values: [[String]: ConfigurationStack.Value] {
        var values: [[String]: ConfigurationStack.Value] = [:]
        for entry in lazy.flatMap(\.entries) where values[entry.path] == nil {
            switch entry.content {
            case .text(let text): values[entry.path] = (.text(text), entry.location, [])
            case .texts(let texts): values[entry.path] = (.texts(texts), entry.location, entry.elements)
            case .section, .nothing: break
            }
        }
        return values
    }

    /// The first mentions of all keys and sections, each in the lowest layer with a mention.
    fileprivate var firstMentions: [[String]: ConfigurationLocation] {
        var mentions: [[String]: ConfigurationLocation] = [:]
        for entry in reversed().lazy.flatMap(\.entries) {
            // If a key has been mentioned, so have the sections that contain it.
            var path = entry.path
            while mentions[path] == nil {
                mentions[path] = entry.keyLocation
                if path.popLast() == nil { break }
            }
        }
        return mentions
    }
}

/// A setting of a daemon: its value, and the source of the value.
package struct ConfiguredSetting: Sendable, Hashable {
    /// The declaration of the key.
    package let declaration: SettingDeclaration

    /// The normalized value, or `Secret.mask` for a secret; nil when there is no value and no default value.
    package let value: SettingValue?

    /// The value of a secret, for comparisons; nil for any other setting.
    package let secret: Secret?

    /// The location of the value; nil for the default value.
    package let location: ConfigurationLocation?

    /// The key with its sections, such as `plugins.items.history`.
    package var key: String { declaration.path.joined(separator: ".") }

    /// Whether another setting has the same value, or the same secret.
    package func hasValue(of other: ConfiguredSetting) -> Bool { value == other.value && secret == other.secret }

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
    package static func settings(
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
