import Yams

extension ConfigurationLayer {
    /// Reads a layer from YAML.
    ///
    /// - Parameters:
    ///   - yaml: The text of the file. An empty document is an empty layer.
    ///   - path: The path of the file, for messages.
    ///   - diagnostics: Receives the problems: the text is not YAML, its root is not a mapping, a key is not a scalar,
    ///     or a list contains a list or a mapping.
    package init(yaml: String, path: String, diagnostics: inout [ConfigurationDiagnostic]) {
        self.init(name: path, entries: [])
        let root: Node?
        do {
            if let diagnostic = try ConfigurationDiagnostic(anchorIn: yaml, path: path) {
                diagnostics.append(diagnostic)
                return
            }
            root = try Parser(settings: yaml).singleRoot()
        } catch {
            diagnostics.append(ConfigurationDiagnostic(yamlError: error, in: yaml, path: path))
            return
        }
        guard let root, !root.isNothing else { return }
        guard case .mapping = root else {
            let message = "expected keys, such as 'plugins:', got \(root.noun)"
            diagnostics.append(
                ConfigurationDiagnostic(location: root.location(in: path), path: [], message: message))
            return
        }
        append(root, at: [], file: path, diagnostics: &diagnostics)
    }

    /// Appends the keys of a mapping and of the mappings nested in it.
    private mutating func append(
        _ node: Node, at path: [String], file: String, diagnostics: inout [ConfigurationDiagnostic]
    ) {
        guard case .mapping(let mapping) = node else { return }
        for (key, value) in mapping {
            let location = key.location(in: file)
            guard case .scalar(let scalar) = key else {
                let message = "expected a key, got \(key.noun)"
                diagnostics.append(ConfigurationDiagnostic(location: location, path: path, message: message))
                continue
            }
            let path = path + [scalar.string]
            switch value {
            case .mapping:
                entries.append(Entry(path: path, content: .section, keyLocation: location, location: location))
                append(value, at: path, file: file, diagnostics: &diagnostics)
            case .sequence(let sequence):
                if let nested = sequence.first(where: { $0.scalar == nil }) {
                    let message = "expected a single value in the list, got \(nested.noun)"
                    diagnostics.append(
                        ConfigurationDiagnostic(location: nested.location(in: file), path: path, message: message))
                } else {
                    entries.append(
                        Entry(
                            path: path, content: .texts(sequence.compactMap(\.scalar?.string)), keyLocation: location,
                            location: value.location(in: file), elements: sequence.map { $0.location(in: file) }))
                }
            case .scalar(let scalar) where !value.isNothing:
                entries.append(
                    Entry(
                        path: path, content: .text(scalar.string), keyLocation: location,
                        location: value.location(in: file)))
            case .scalar, .alias:
                entries.append(Entry(path: path, content: .nothing, keyLocation: location, location: location))
            }
        }
    }
}

extension Parser {
    /// Creates a parser that does not determine the types of values, because the settings do.
    ///
    /// The default resolver compiles regular expressions, and thus takes a millisecond of the start.
    fileprivate convenience init(settings yaml: String) throws { try self.init(yaml: yaml, resolver: .basic) }
}

extension Node {
    /// The first node with an anchor: this node or one of its descendants.
    fileprivate var firstWithAnchor: Node? {
        if anchor != nil { return self }
        switch self {
        case .mapping(let mapping):
            return mapping.lazy.compactMap { $0.key.firstWithAnchor ?? $0.value.firstWithAnchor }.first
        case .sequence(let sequence): return sequence.lazy.compactMap(\.firstWithAnchor).first
        case .scalar, .alias: return nil
        }
    }

    /// Whether this is YAML's null: empty, `~` or `null`, without quotes.
    fileprivate var isNothing: Bool {
        guard case .scalar(let scalar) = self, scalar.style == .plain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
    }

    /// The kind of the node, for messages.
    fileprivate var noun: String {
        switch self {
        case .scalar, .alias: "a single value"
        case .sequence: "a list"
        case .mapping: "a section"
        }
    }

    /// The location of the node.
    fileprivate func location(in file: String) -> ConfigurationLocation {
        .file(path: file, line: mark?.line ?? 1, column: mark?.column ?? 1)
    }
}

extension ConfigurationDiagnostic {
    /// Creates a diagnostic for the first anchor of a text; nil when the text has no anchor.
    ///
    /// Nested aliases can expand without bound, and a configuration does not need them. Anchors are therefore rejected
    /// before aliases are expanded. The search runs on a copy of the text in which `_` replaces `*`, so that it has no
    /// aliases.
    fileprivate init?(anchorIn yaml: String, path: String) throws {
        guard yaml.utf8.contains(UInt8(ascii: "&")) else { return nil }
        let text = String(String.UnicodeScalarView(yaml.unicodeScalars.map { $0 == "*" ? "_" : $0 }))
        let parser = try Parser(settings: text)
        // The parser owns the anchors; nodes have weak references to them.
        let node = try withExtendedLifetime(parser) { try parser.singleRoot()?.firstWithAnchor }
        guard let node else { return nil }
        self.init(
            location: node.location(in: path), path: [],
            message:
                "anchors (&name) and aliases (*name) are not supported: repeat the value, or quote the text"
        )
    }

    /// Converts an error of the YAML parser.
    fileprivate init(yamlError error: any Error, in yaml: String, path: String) {
        func location(_ mark: Mark) -> ConfigurationLocation { .file(path: path, line: mark.line, column: mark.column) }
        switch error as? YamlError {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let around = context.map { " (\($0.text))" } ?? ""
            let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            let character = lines.dropFirst(mark.line - 1).first?.dropFirst(mark.column - 1).first
            if character == "\t" {
                self.init(
                    location: location(mark), path: [],
                    message: "invalid YAML: the line is indented with a tab; use spaces")
                return
            }
            self.init(location: location(mark), path: [], message: "invalid YAML: \(problem)\(around)")
        case .duplicatedKeysInMapping(let duplicates, let context):
            let names = duplicates.map { "'\($0)'" }.joined(separator: ", ")
            // The parser reports the start of the mapping.
            let lines = Self.lines(of: "\(duplicates.first.map { "\($0)" } ?? "")", in: yaml, after: context.mark)
            if lines.count > 1 {
                self.init(
                    location: .file(path: path, line: lines[1], column: context.mark.column), path: [],
                    message: "duplicate key: \(names), which line \(lines[0]) has already: join the two sections")
            } else {
                self.init(location: location(context.mark), path: [], message: "duplicate key: \(names)")
            }
        case .reader(let problem, let offset, _, _):
            let offset = offset.map { ", at character \($0)" } ?? ""
            self.init(
                location: .file(path: path, line: 1, column: 1), path: [],
                message: "invalid YAML: \(problem)\(offset)")
        default:
            self.init(
                location: .file(path: path, line: 1, column: 1), path: [], message: "invalid YAML: \(error)")
        }
    }

    /// The lines of a mapping in block style at which a key begins.
    private static func lines(of key: String, in yaml: String, after mark: Mark) -> [Int] {
        let indentation = max(mark.column - 1, 0)
        var found: [Int] = []
        for (index, line) in yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .dropFirst(max(mark.line - 1, 0))
        {
            let text = line.drop { $0 == " " }
            if text.isEmpty || text.hasPrefix("#") { continue }
            let column = line.count - text.count
            if column < indentation { break }
            if column == indentation, text.hasPrefix("\(key):") { found.append(index + 1) }
        }
        return found
    }
}
