import Yams

extension ConfigurationLayer {
    /// Reads a layer from YAML.
    ///
    /// The nodes of the parser are read here rather than the snapshot of swift-configuration, which keeps no line
    /// numbers.
    ///
    /// - Parameters:
    ///   - yaml: The text of the file. An empty document is a layer that says nothing.
    ///   - path: The path of the file, for messages.
    ///   - faults: Gets what is wrong: the text is not YAML, or its root is no mapping, a key is no text, a list holds
    ///     something else than single values.
    init(yaml: String, path: String, faults: inout [ConfigurationFault]) {
        self.init(name: path, entries: [])
        let root: Node?
        do {
            if let fault = try ConfigurationFault(anchorIn: yaml, path: path) {
                faults.append(fault)
                return
            }
            root = try Parser(yaml: yaml).singleRoot()
        } catch {
            faults.append(ConfigurationFault(yamlError: error, path: path))
            return
        }
        guard let root, !root.isNothing else { return }
        guard case .mapping = root else {
            let sentence = "the file is not a list of keys: it should have lines like 'plugins:' and keys under them"
            faults.append(ConfigurationFault(place: root.place(in: path), path: [], sentence: sentence))
            return
        }
        append(root, at: [], file: path, faults: &faults)
    }

    /// Adds the keys of a mapping, and of those in it.
    private mutating func append(_ node: Node, at path: [String], file: String, faults: inout [ConfigurationFault]) {
        guard case .mapping(let mapping) = node else { return }
        for (key, value) in mapping {
            let place = key.place(in: file)
            guard case .scalar(let scalar) = key else {
                faults.append(ConfigurationFault(place: place, path: path, sentence: "a key must be a single text"))
                continue
            }
            let path = path + [scalar.string]
            switch value {
            case .mapping:
                entries.append(Entry(path: path, content: .section, keyPlace: place, place: place))
                append(value, at: path, file: file, faults: &faults)
            case .sequence(let sequence):
                let texts = sequence.compactMap(\.scalar?.string)
                if texts.count == sequence.count {
                    entries.append(
                        Entry(path: path, content: .texts(texts), keyPlace: place, place: value.place(in: file)))
                } else {
                    let sentence = "a list may hold single values only"
                    faults.append(ConfigurationFault(place: value.place(in: file), path: path, sentence: sentence))
                }
            case .scalar(let scalar) where !value.isNothing:
                entries.append(
                    Entry(path: path, content: .text(scalar.string), keyPlace: place, place: value.place(in: file)))
            case .scalar, .alias:
                entries.append(Entry(path: path, content: .nothing, keyPlace: place, place: place))
            }
        }
    }
}

extension Node {
    /// The first node with an anchor, this one or one in it.
    fileprivate var firstWithAnchor: Node? {
        if anchor != nil { return self }
        switch self {
        case .mapping(let mapping):
            return mapping.lazy.compactMap { $0.key.firstWithAnchor ?? $0.value.firstWithAnchor }.first
        case .sequence(let sequence): return sequence.lazy.compactMap(\.firstWithAnchor).first
        case .scalar, .alias: return nil
        }
    }

    /// Whether this is YAML's null: nothing, `~` or `null`, without quotes.
    fileprivate var isNothing: Bool {
        guard case .scalar(let scalar) = self, scalar.style == .plain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    /// Where the node stands.
    fileprivate func place(in file: String) -> ConfigurationPlace {
        .file(path: file, line: mark?.line ?? 1, column: mark?.column ?? 1)
    }
}

extension ConfigurationFault {
    /// The first anchor of a text; nil when it has none.
    ///
    /// Aliases of aliases expand to more than any memory holds, and a configuration has no use for them. So they are searched
    /// for in a text without aliases: the parser takes `_name` in the place of `*name` for a plain scalar.
    fileprivate init?(anchorIn yaml: String, path: String) throws {
        guard yaml.utf8.contains(UInt8(ascii: "&")) else { return nil }
        let text = String(String.UnicodeScalarView(yaml.unicodeScalars.map { $0 == "*" ? "_" : $0 }))
        let parser = try Parser(yaml: text)
        // The parser owns the anchors, and nodes refer to them weakly.
        let node = try withExtendedLifetime(parser) { try parser.singleRoot()?.firstWithAnchor }
        guard let node else { return nil }
        self.init(
            place: node.place(in: path), path: [],
            sentence:
                "anchors (&name) and aliases (*name) are not supported: write the value in each place, or quote the text"
        )
    }

    /// What a YAML parser complains about.
    fileprivate init(yamlError error: any Error, path: String) {
        func place(_ mark: Mark) -> ConfigurationPlace { .file(path: path, line: mark.line, column: mark.column) }
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let around = context.map { " (\($0.text))" } ?? ""
            self.init(place: place(mark), path: [], sentence: "this is not YAML: \(problem)\(around)")
        case .duplicatedKeysInMapping(let duplicates, let context):
            let names = duplicates.map { "'\($0)'" }.joined(separator: ", ")
            self.init(place: place(context.mark), path: [], sentence: "a key stands here more than once: \(names)")
        case .reader(let problem, let offset, _, _):
            let offset = offset.map { ", at character \($0)" } ?? ""
            self.init(
                place: .file(path: path, line: 1, column: 1), path: [],
                sentence: "this is not a text that YAML can hold: \(problem)\(offset)")
        default:
            self.init(
                place: .file(path: path, line: 1, column: 1), path: [], sentence: "this is not YAML: \(error)")
        }
    }
}
