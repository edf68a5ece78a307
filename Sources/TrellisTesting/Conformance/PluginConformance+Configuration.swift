import Trellis

extension PluginConformance {
    /// The keys of the plugin's section, with their defaults.
    var declarations: [SettingDeclaration] { declarations(with: [:]).declared }

    /// Reads the configuration with values for some keys.
    private func declarations(
        with values: [[String]: String]
    ) -> (declared: [SettingDeclaration], diagnostics: [SettingDiagnostic], configuration: Type.Configuration) {
        let settings = Settings(path: [], source: FixedValues(texts: values))
        let configuration = Type.Configuration(from: settings)
        return (settings.declarations, settings.diagnostics, configuration)
    }

    func configurationViolations() -> [ConformanceFinding] {
        let (declared, diagnostics, configuration) = declarations(with: [:])
        var found = diagnostics.map { diagnostic in
            ConformanceFinding(
                "the default is rejected: \(diagnostic.message)", at: location(of: diagnostic.path),
                because: "A plugin starts with its defaults, so that an operator sets only what differs",
                advice: "Choose a default that the initializer of \(Type.Configuration.self) accepts")
        }
        found += declared.flatMap(violations(of:))
        var paths: Set<[String]> = []
        for declaration in declared where !paths.insert(declaration.path).inserted {
            found.append(
                ConformanceFinding(
                    "the key is read twice", at: location(of: declaration.path),
                    because: "Each reading declares the key, and the declarations may contradict each other",
                    advice: "Read the key once, and use the value twice"))
        }
        let defaults = declared.filter { $0.type != .strings }.compactMap { declaration in
            declaration.defaultText.map { (declaration.path, $0) }
        }
        let written = declarations(with: Dictionary(defaults) { first, _ in first })
        if diagnostics.isEmpty, written.diagnostics.isEmpty, written.configuration != configuration {
            found.append(
                ConformanceFinding(
                    "the configuration with all defaults written out differs from the empty one",
                    at: "plugins.\(name)",
                    because: "Operators copy the documented defaults, and a reload compares configurations",
                    advice:
                        "Use the value of each key, and compare all properties in ==, without random values and times"))
        }
        return found + conditionalKeys(in: declared)
    }

    private func violations(of declaration: SettingDeclaration) -> [ConformanceFinding] {
        var found: [ConformanceFinding] = []
        if !declaration.summary.hasSuffix(".") {
            found.append(
                ConformanceFinding(
                    "the description is '\(declaration.summary)', which is not a sentence with a full stop",
                    at: location(of: declaration.path),
                    because: "'trellisctl config', the manual page and the JSON schema show the description",
                    advice: "Describe the purpose of the key in one sentence"))
        }
        if declaration.type != .strings, let text = declaration.defaultText,
            let message = declaration.type.diagnostic(for: text)
        {
            found.append(
                ConformanceFinding(
                    "the default is invalid: \(message)", at: location(of: declaration.path),
                    because: "An operator who writes the documented default would be rejected",
                    advice: "Choose a default in the range of the key"))
        }
        return found
    }

    /// The keys that are read with some values of other keys only.
    private func conditionalKeys(in declared: [SettingDeclaration]) -> [ConformanceFinding] {
        let keys = Set(declared.map(\.path))
        var found: [ConformanceFinding] = []
        for declaration in declared {
            for value in declaration.type.examples {
                for key in Set(declarations(with: [declaration.path: value]).declared.map(\.path)).symmetricDifference(
                    keys)
                {
                    found.append(
                        ConformanceFinding(
                            "the key is read only for some values of \(declaration.path.joined(separator: ".")), such as \(value)",
                            at: location(of: key),
                            because: "A key that is not read is unknown: it is neither validated nor documented",
                            advice: "Read every key unconditionally, and use its value conditionally"))
                }
            }
        }
        return found
    }

    private func location(of path: [String]) -> String { "plugins.\(name).\(path.joined(separator: "."))" }
}

extension SettingType {
    /// Values at the limits of the type.
    fileprivate var examples: [String] {
        switch self {
        case .string, .secret, .strings: []
        case .choice(let words): words
        case .boolean: ["true", "false"]
        case .integer(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
        case .duration(let range): [range.lowerBound.systemdText, range.upperBound.systemdText]
        case .bytes(let range): [range.lowerBound.text, range.upperBound.text]
        }
    }
}

/// Settings with fixed values.
private struct FixedValues: SettingsSource {
    var texts: [[String]: String]

    func text(at path: [String]) -> String? { texts[path] }

    func texts(at path: [String]) -> [String]? { nil }
}
