import Trellis

/// Every key that a configuration may have.
struct ConfigurationSchema: Sendable {
    /// The keys that take a value, by path.
    let settings: [[String]: SettingDeclaration]

    /// The sections: every path that something is declared under, and those that may be empty.
    let sections: Set<[String]>

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - declarations: The keys that take a value.
    ///   - extra: Sections that exist whether or not something is declared under them.
    init(declarations: [SettingDeclaration], sections extra: [[String]] = []) {
        var sections: Set<[String]> = []
        for path in declarations.map({ Array($0.path.dropLast()) }) + extra {
            for length in 0...path.count { sections.insert(Array(path.prefix(length))) }
        }
        self.sections = sections
        self.settings = Dictionary(declarations.map { ($0.path, $0) }) { first, _ in first }
    }

    /// What is wrong with a layer.
    func faults(in layer: ConfigurationLayer) -> [ConfigurationFault] {
        var refused: Set<[String]> = []
        return layer.entries.compactMap { entry in
            // What stands under a key that is wrong itself was said with that key.
            guard !(0..<entry.path.count).contains(where: { refused.contains(Array(entry.path.prefix($0))) }),
                let sentence = fault(of: entry)
            else { return nil }
            refused.insert(entry.path)
            let isKnown = settings[entry.path] != nil || sections.contains(entry.path)
            return ConfigurationFault(
                place: isKnown ? entry.place : entry.keyPlace, path: entry.path, sentence: sentence)
        }
    }

    private func fault(of entry: ConfigurationLayer.Entry) -> String? {
        if let declaration = settings[entry.path] {
            switch entry.content {
            case .nothing: return nil
            case .texts where declaration.type == .strings: return nil
            case .text(let text) where declaration.type != .strings: return declaration.type.fault(in: text)
            case .text, .texts, .section:
                return "takes \(declaration.type.expectation), and this is \(entry.content.noun)"
            }
        }
        if sections.contains(entry.path) {
            switch entry.content {
            case .section, .nothing: return nil
            case .text, .texts: return "is a section with keys under it, and this is \(entry.content.noun)"
            }
        }
        return unknown(entry.path)
    }

    /// The sentence for a key that there is not.
    private func unknown(_ path: [String]) -> String {
        let section = Array(path.dropLast())
        let siblings = Set(
            (Array(settings.keys) + Array(sections)).filter { $0.count == path.count && $0.starts(with: section) }
                .compactMap(\.last)
        ).sorted()
        let word = path.last ?? ""
        if let near = Suggestion.nearest(to: word, among: siblings) {
            return "there is no such key (did you mean '\(near)'?)"
        }
        return siblings.isEmpty
            ? "there is no such key" : "there is no such key (there are: \(siblings.joined(separator: ", ")))"
    }
}
