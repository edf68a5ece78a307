import Foundation
package import Trellis

/// One source of the configuration: a file, the environment variables, or the command-line options.
package struct ConfigurationLayer: Sendable {
    /// The content of a key.
    package enum Content: Sendable, Hashable {
        /// A single value.
        case text(String)

        /// A list.
        case texts([String])

        /// A section, whose keys have separate entries.
        case section

        /// A key without a value: an empty section, or a key that is not set.
        case nothing

        /// The kind of content, for messages.
        package var noun: String {
            switch self {
            case .text: "a single value"
            case .texts: "a list"
            case .section: "a section"
            case .nothing: "nothing"
            }
        }
    }

    /// A key, its content and their locations.
    package struct Entry: Sendable {
        package var path: [String]
        package var content: Content

        /// The location of the key.
        package var keyLocation: ConfigurationLocation

        /// The location of the value.
        package var location: ConfigurationLocation

        /// The locations of the elements, if the value is a list in a file.
        package var elements: [ConfigurationLocation] = []
    }

    /// The name of the layer.
    package var name: String

    /// The entries of the keys, in the order of the source.
    package var entries: [Entry]
}

extension ConfigurationLayer {
    /// Reads a layer from command-line options: `plugins.items.store=memory`.
    ///
    /// The elements of a list are separated by commas.
    ///
    /// - Parameters:
    ///   - options: The arguments of `--set`; a later one replaces an earlier one with the same key.
    ///   - schema: The valid keys, which determine whether a value is a list.
    ///   - diagnostics: Receives a diagnostic for every option that is not `KEY=VALUE`.
    package init(options: [String], schema: ConfigurationSchema, diagnostics: inout [ConfigurationDiagnostic]) {
        var entries: [Entry] = []
        for option in options {
            guard let sign = option.firstIndex(of: "="), sign != option.startIndex else {
                let location = ConfigurationLocation.option(text: "--set \(option)")
                let message = "expected KEY=VALUE, for example --set log.level=debug"
                diagnostics.append(ConfigurationDiagnostic(location: location, path: [], message: message))
                continue
            }
            let path = option[..<sign].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let value = String(option[option.index(after: sign)...])
            let content = Content(value, as: schema.settings[path]?.type)
            entries.removeAll { $0.path == path }
            // The value may contain a password.
            entries.append(Entry(path: path, content: content, option: "--set \(option[..<sign])"))
        }
        self.init(name: "options", entries: entries)
    }

    /// Sets a key to the value of a dedicated option, such as `--log-level debug`; it takes precedence over `--set`.
    package mutating func set(_ path: [String], to value: String, by option: String) {
        entries.removeAll { $0.path == path }
        entries.append(Entry(path: path, content: .text(value), option: option))
    }
}

extension ConfigurationLayer.Entry {
    /// Creates the entry of a key that an option sets.
    fileprivate init(path: [String], content: ConfigurationLayer.Content, option: String) {
        let location = ConfigurationLocation.option(text: option)
        self.init(path: path, content: content, keyLocation: location, location: location)
    }
}

extension ConfigurationLayer {
    /// Creates the layer of a demo: every plugin is listed, with the settings that it declares for a demo.
    ///
    /// - Parameters:
    ///   - registrations: The plugins of the daemon.
    ///   - schema: The valid keys, which determine whether a value is a list.
    package init(demoOf registrations: [PluginRegistration], schema: ConfigurationSchema) {
        let location = ConfigurationLocation.option(text: "--demo")
        let entries = registrations.flatMap { registration in
            let section = ["plugins", registration.name]
            let settings = registration.demo.sorted { $0.key < $1.key }.map { key, value in
                let path = section + key.split(separator: ".").map(String.init)
                return (path, Content(value, as: schema.settings[path]?.type))
            }
            return ([(section, .section)] + settings).map { path, content in
                Entry(path: path, content: content, keyLocation: location, location: location)
            }
        }
        self.init(name: "demo", entries: entries)
    }
}

extension ConfigurationLayer {
    /// The common prefix of the variables' names.
    package static let variablePrefix = "TRELLIS_CONFIG_"

    /// Reads a layer from environment variables: `TRELLIS_CONFIG_PLUGINS_ITEMS_TIMEOUT_STOP` sets
    /// `plugins.items.timeoutStop`.
    ///
    /// The elements of a list are separated by commas.
    ///
    /// - Parameters:
    ///   - variables: The environment; variables without the prefix `TRELLIS_CONFIG_` are ignored.
    ///   - schema: The valid keys, from which the names of the variables are derived.
    ///   - diagnostics: Receives a diagnostic for every variable that has the prefix and sets no valid key.
    package init(
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
    package func variables(where isSelected: (_ path: [String]) -> Bool) -> Set<String> {
        Set(
            entries.compactMap { entry in
                guard isSelected(entry.path), case .variable(let name) = entry.location else { return nil }
                return name
            })
    }
}

extension ConfigurationLayer.Content {
    /// Creates the content of a key from text; the elements of a list are separated by commas.
    package init(_ text: String, as type: SettingType?) {
        guard type == .strings else {
            self = .text(text)
            return
        }
        self = .texts(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    }
}
