import Foundation
import Trellis

extension ConfigurationLayer {
    /// The common prefix of the variables' names.
    static let variablePrefix = "TRELLIS_CONFIG_"

    /// Reads a layer from environment variables: `TRELLIS_CONFIG_PLUGINS_ITEMS_TIMEOUT_STOP` sets
    /// `plugins.items.timeoutStop`.
    ///
    /// The elements of a list are separated by commas.
    ///
    /// - Parameters:
    ///   - variables: The environment; variables without the prefix `TRELLIS_CONFIG_` are ignored.
    ///   - schema: The valid keys, from which the names of the variables are derived.
    ///   - diagnostics: Receives a diagnostic for every variable that has the prefix and sets no valid key.
    init(
        variables: [String: String], schema: ConfigurationSchema, diagnostics: inout [ConfigurationDiagnostic]
    ) {
        let variables = variables.filter { $0.key.hasPrefix(Self.variablePrefix) }
        self.init(name: "environment variables", entries: [])
        // Usually there are none, and the names of all keys are not needed.
        if variables.isEmpty { return }
        let named = schema.settings.values.map { (Self.variable(setting: $0.path), $0) }
        let declarations = Dictionary(named) { first, _ in first }
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
            let location = ConfigurationLocation.variable(name: name)
            guard let declaration = declarations[name] else {
                let near = Suggestion.nearest(to: name, among: declarations.keys.sorted())
                let remedy =
                    near.map { " (did you mean '\($0)'?)" } ?? ": remove it, or correct its name (see trellis.yaml(5))"
                let message = "unknown variable" + remedy
                diagnostics.append(ConfigurationDiagnostic(location: location, path: [], message: message))
                continue
            }
            entries.append(
                Entry(
                    path: declaration.path, content: Content(value, as: declaration.type), keyLocation: location,
                    location: location))
        }
    }

    /// The name of the variable that sets a key: its words in upper case, joined by underscores.
    private static func variable(setting path: [String]) -> String {
        variablePrefix
            + path.map { part in
                var words = ""
                var isLower = false
                for character in part {
                    if isLower, character.isUppercase { words.append("_") }
                    words += character.isLetter || character.isNumber ? character.uppercased() : "_"
                    isLower = character.isLowercase
                }
                return words
            }.joined(separator: "_")
    }

    /// The names of the variables that set selected keys.
    func variables(where isSelected: (_ path: [String]) -> Bool) -> Set<String> {
        Set(
            entries.compactMap { entry in
                guard isSelected(entry.path), case .variable(let name) = entry.location else { return nil }
                return name
            })
    }
}

extension ConfigurationLayer.Content {
    /// Creates the content of a key from text; the elements of a list are separated by commas.
    init(_ text: String, as type: SettingType?) {
        guard type == .strings else {
            self = .text(text)
            return
        }
        self = .texts(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    }
}
