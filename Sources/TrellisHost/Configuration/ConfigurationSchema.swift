import Trellis

/// The valid keys of a configuration.
struct ConfigurationSchema: Sendable {
    /// The keys that have a value, in the order of declaration.
    let declarations: [SettingDeclaration]

    /// The keys that have a value, by path.
    let settings: [[String]: SettingDeclaration]

    /// The sections: every path under which a key is declared, and the sections without declared keys.
    let sections: Set<[String]>

    /// The purposes of sections, by path.
    let summaries: [[String]: String]

    /// Creates a schema from the declarations of keys.
    ///
    /// - Parameters:
    ///   - declarations: The keys that have a value.
    ///   - summaries: The purposes of sections, which exist even if no key is declared in them.
    init(declarations: [SettingDeclaration], sections summaries: [[String]: String] = [:]) {
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
    func diagnostics(for layer: ConfigurationLayer) -> [ConfigurationDiagnostic] {
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
