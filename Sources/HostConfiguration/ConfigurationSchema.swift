import HostSupport
package import Trellis

/// The valid keys of a configuration.
package struct ConfigurationSchema: Sendable {
    /// The keys that have a value, in the order of declaration.
    package let declarations: [SettingDeclaration]

    /// The keys that have a value, by path.
    package let settings: [[String]: SettingDeclaration]

    /// The sections: every path under which a key is declared, and the sections without declared keys.
    package let sections: Set<[String]>

    /// The purposes of sections, by path.
    package let summaries: [[String]: String]

    /// Creates a schema from the declarations of keys.
    ///
    /// - Parameters:
    ///   - declarations: The keys that have a value.
    ///   - summaries: The purposes of sections, which exist even if no key is declared in them.
    package init(declarations: [SettingDeclaration], sections summaries: [[String]: String] = [:]) {
        var sections: Set<[String]> = [[]]
        func add(_ path: ArraySlice<String>) {
            for end in path.indices { sections.insert(Array(path[...end])) }
        }
        var last: ArraySlice<String> = []
        for section in declarations.map({ $0.path.dropLast() }) where section != last {
            // The keys of a section are usually declared one after the other.
            last = section
            add(section)
        }
        for path in summaries.keys { add(path[...]) }
        self.sections = sections
        self.summaries = summaries
        self.declarations = declarations
        self.settings = Dictionary(declarations.map { ($0.path, $0) }) { first, _ in first }
    }

    /// Validates a layer.
    package func diagnostics(for layer: ConfigurationLayer) -> [ConfigurationDiagnostic] {
        var rejected: Set<[String]> = []
        return layer.entries.compactMap { entry in
            // The keys in a rejected section are not reported separately.
            guard !(0...entry.path.count).contains(where: { rejected.contains(Array(entry.path.prefix($0))) }),
                let diagnostic = diagnostic(for: entry)
            else { return nil }
            rejected.insert(diagnostic.path)
            return diagnostic
        }
    }

    private func diagnostic(for entry: ConfigurationLayer.Entry) -> ConfigurationDiagnostic? {
        let message: String?
        if let declaration = settings[entry.path] {
            message =
                switch entry.content {
                case .nothing: nil
                case .texts where declaration.type == .strings: nil
                case .text(let text) where declaration.type != .strings: declaration.type.diagnostic(for: text)
                case .text, .texts, .section:
                    "expected \(declaration.type.expectation), got \(entry.content.noun)"
                }
        } else if sections.contains(entry.path) {
            message =
                switch entry.content {
                case .section, .nothing: nil
                case .text, .texts: "expected a section with keys, got \(entry.content.noun)"
                }
        } else {
            return unknownKey(of: entry)
        }
        return message.map { ConfigurationDiagnostic(location: entry.location, path: entry.path, message: $0) }
    }

    /// The diagnostic for an unknown key.
    ///
    /// The diagnostic names the first unknown part of the path, because an option may contain a misspelled section.
    private func unknownKey(of entry: ConfigurationLayer.Entry) -> ConfigurationDiagnostic {
        let depth = (0..<entry.path.count).last { sections.contains(Array(entry.path.prefix($0))) } ?? 0
        let path = Array(entry.path.prefix(depth + 1))
        return ConfigurationDiagnostic(location: entry.keyLocation, path: path, message: unknownKey(path))
    }

    private func unknownKey(_ path: [String]) -> String {
        let problem = "unknown key, \(reason(forUnknown: path))"
        let section = Array(path.dropLast())
        let siblings = Set(
            (Array(settings.keys) + Array(sections)).filter { $0.count == path.count && $0.starts(with: section) }
                .compactMap(\.last)
        ).sorted()
        if let near = Suggestion.nearest(to: path.last ?? "", among: siblings) {
            return "\(problem) (did you mean '\(near)'?)"
        }
        return siblings.isEmpty ? problem : "\(problem); valid keys are: \(siblings.joined(separator: ", "))"
    }

    /// The reason why a key is unknown, as the end of a sentence.
    private func reason(forUnknown path: [String]) -> String {
        guard path.first == "plugins", path.count > 1 else { return "which the daemon does not read" }
        return path.count == 2
            ? "because the daemon has no plugin of this name" : "which the plugin \(path[1]) does not read"
    }
}

extension ConfigurationSchema {
    /// Creates the schema of a daemon with the given plugins and root scope.
    package init(of registrations: [PluginRegistration], root: RootScope = RootScope()) {
        let settings = Settings(path: [], source: NoSettings())
        _ = HostConfiguration(from: settings)
        _ = root.declaration(from: settings)
        for registration in registrations {
            _ = registration.configure(settings.section("plugins").section(registration.name), isListed: false)
        }
        var sections: [[String]: String] = [
            ["log"]: "The log.",
            ["audit"]: "The audit log.",
            ["control"]: "The control socket and its limits.",
            ["control", "roles"]: "The roles of users and groups on the control socket.",
            ["cluster"]: "The hosts that share plugins.",
            ["cluster", "etcd"]: "The connection to etcd, which the hosts of the cluster share.",
            ["plugins"]: "The plugins. A plugin that is listed runs, unless its key enabled is false.",
        ]
        if settings.declarations.contains(where: { $0.path.first == RootScope.section }) {
            sections[[RootScope.section]] = "The settings of the instances that all plugins share."
        }
        for registration in registrations {
            sections[["plugins", registration.name]] = registration.manifest.summary
        }
        self.init(declarations: settings.declarations, sections: sections)
    }
}

extension ConfigurationSchema {
    /// The schema as JSON Schema (draft 2020-12), with which editors validate and complete `trellis.yaml`.
    ///
    /// The schema accepts every configuration that the daemon accepts. It cannot express every rule of the daemon, such
    /// as the limits of a duration with a unit.
    package var json: JSONObject {
        var schema: JSONObject = [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": .string("Configuration of trellisd \(Release.version)"),
        ]
        for member in section([]).members { schema[member.key] = member.value }
        return schema
    }

    /// The schema as JSON over several lines, without a newline at its end.
    package var text: String { JSONValue.object(json).formatted(.pretty) }

    /// The schema of a section.
    ///
    /// The value of an empty section, which is `null` in YAML, is valid.
    private func section(_ path: [String]) -> JSONObject {
        var properties = JSONObject()
        // The sections without keys follow those with keys.
        for descendant in declarations.map(\.path) + sections.sorted(by: { $0.lexicographicallyPrecedes($1) })
        where descendant.count > path.count && descendant.starts(with: path) {
            let child = Array(descendant.prefix(path.count + 1))
            guard let key = child.last, properties[key] == nil else { continue }
            properties[key] = .object(settings[child]?.jsonSchema ?? section(child))
        }
        var schema = JSONObject()
        if let summary = summaries[path] { schema["description"] = .string(summary) }
        schema["type"] = ["object", "null"]
        schema["additionalProperties"] = false
        schema["properties"] = .object(properties)
        return schema
    }
}
