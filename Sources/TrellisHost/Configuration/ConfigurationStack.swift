import Configuration
import Trellis

/// The layers of a configuration as one: what the highest says of a key holds.
struct ConfigurationStack: SettingsSource, Sendable {
    /// The layers, the highest first.
    let layers: [ConfigurationLayer]

    private let reader: ConfigReader

    /// Creates a stack.
    /// - Parameter layers: The layers, the highest first; they have been checked against the schema.
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

    /// Whether a layer says anything of a key, or of one under it.
    func mentions(_ path: [String]) -> Bool {
        layers.contains { $0.entries.contains { $0.path.starts(with: path) } }
    }

    /// Where what holds for a key stands.
    func place(of path: [String]) -> ConfigurationPlace? {
        layers.lazy.compactMap { layer in layer.entries.first { $0.path == path }?.place }.first
    }
}

extension ConfigurationLayer {
    /// The layer as a provider of swift-configuration, which resolves the order of the layers.
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
