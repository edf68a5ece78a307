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
