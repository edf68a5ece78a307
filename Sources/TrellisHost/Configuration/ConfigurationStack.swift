import Configuration
import Trellis

/// The layers of a configuration, merged: the highest layer that sets a key takes precedence.
struct ConfigurationStack: SettingsSource, Sendable {
    /// The layers, the highest first.
    let layers: [ConfigurationLayer]

    private let reader: ConfigReader

    /// Merges layers.
    /// - Parameter layers: The layers, the highest first.
    init(layers: [ConfigurationLayer]) {
        self.layers = layers
        let providers: [any ConfigProvider] = layers.map(\.provider)
        self.reader = ConfigReader(providers: providers.isEmpty ? [InMemoryProvider(values: [:])] : providers)
    }

    func text(at path: [String]) -> String? {
        reader.string(forKey: ConfigKey(path))
    }

    func texts(at path: [String]) -> [String]? {
        reader.stringArray(forKey: ConfigKey(path))
    }

    /// Whether any layer contains a key or a descendant of the key.
    func mentions(_ path: [String]) -> Bool {
        layers.contains { $0.entries.contains { $0.path.starts(with: path) } }
    }

    /// The location of the first mention of a key or a descendant of the key, in the lowest layer with a mention.
    func firstMention(of path: [String]) -> ConfigurationLocation? {
        layers.reversed().lazy.compactMap { layer in
            layer.entries.first { $0.path.starts(with: path) }?.keyLocation
        }.first
    }

    /// The value of a key, and its location; nil when no layer sets the key.
    func value(of path: [String]) -> (value: SettingValue, location: ConfigurationLocation)? {
        for entry in layers.lazy.flatMap(\.entries) where entry.path == path {
            switch entry.content {
            case .text(let text): return (.text(text), entry.location)
            case .texts(let texts): return (.texts(texts), entry.location)
            case .section, .nothing: continue
            }
        }
        return nil
    }
}

extension ConfigurationLayer {
    /// The layer as a provider for the reader, which resolves the precedence of several providers.
    fileprivate var provider: InMemoryProvider {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for entry in entries {
            switch entry.content {
            case .text(let text): values[AbsoluteConfigKey(entry.path)] = ConfigValue(.string(text), isSecret: false)
            case .texts(let texts):
                values[AbsoluteConfigKey(entry.path)] = ConfigValue(.stringArray(texts), isSecret: false)
            case .section, .nothing: break
            }
        }
        return InMemoryProvider(name: name, values: values)
    }
}
