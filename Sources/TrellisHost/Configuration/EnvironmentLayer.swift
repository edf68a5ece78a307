import Configuration
import Trellis

extension ConfigurationLayer {
    /// What the names of the variables start with.
    static let variablePrefix = "TRELLIS_CONFIG_"

    /// Reads a layer from environment variables: `TRELLIS_CONFIG_PLUGINS_ITEMS_TIMEOUT_STOP` is
    /// `plugins.items.timeoutStop`.
    ///
    /// A list is separated by commas.
    ///
    /// - Parameters:
    ///   - variables: The environment; what does not start with `TRELLIS_CONFIG_` is passed over.
    ///   - schema: The keys that there are, by which the names are read.
    ///   - faults: Gets every variable that names no key.
    init(variables: [String: String], schema: ConfigurationSchema, faults: inout [ConfigurationFault]) {
        let encoder = EnvironmentVariablesProvider(environmentVariables: [:])
        var declarations: [String: SettingDeclaration] = [:]
        for declaration in schema.settings.values {
            // How a key is spelled as a variable is swift-configuration's to say: it tells with every look-up.
            let key = AbsoluteConfigKey(declaration.path)
            guard let name = try? encoder.value(forKey: key, type: .string).encodedKey else { continue }
            declarations[Self.variablePrefix + name] = declaration
        }
        var entries: [Entry] = []
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) where name.hasPrefix(Self.variablePrefix) {
            let place = ConfigurationPlace.variable(name: name)
            guard let declaration = declarations[name] else {
                let near = Suggestion.nearest(to: name, among: declarations.keys.sorted())
                let sentence = "no key is spelled like this variable" + (near.map { " (did you mean '\($0)'?)" } ?? "")
                faults.append(ConfigurationFault(place: place, path: [], sentence: sentence))
                continue
            }
            entries.append(
                Entry(
                    path: declaration.path, content: Content(value, as: declaration.type), keyPlace: place,
                    place: place))
        }
        self.init(name: "environment variables", entries: entries)
    }
}

extension ConfigurationLayer.Content {
    /// What a single text says as the value of a key: for a list, its parts between commas.
    init(_ text: String, as type: SettingType?) {
        guard type == .strings else {
            self = .text(text)
            return
        }
        self = .texts(text.split(separator: ",").map { String($0.drop { $0 == " " }) })
    }
}
