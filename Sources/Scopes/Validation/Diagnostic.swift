/// A problem that validation found in a blueprint.
public struct Diagnostic: Hashable, Sendable {
    /// A line of the explanation, with its source location.
    public struct Link: Hashable, Sendable, Encodable {
        /// The text, for example `ItemFeed needs ItemStore`.
        public let text: String
        /// The source location, if it is known.
        public let location: BindingLocation?
    }

    /// The kind of the problem.
    public let code: DiagnosticCode

    /// The path of the scope with the problem.
    public let scope: String

    /// The problem, in a sentence.
    public var summary: String

    /// The bindings that lead to the problem: each requires the next.
    ///
    /// In a cycle, the last requires the first. For ambiguous and duplicate bindings, the chain contains the
    /// candidates.
    public let chain: [Link]

    /// The remedy, in a sentence.
    public let remedy: String
}

extension Diagnostic: CustomStringConvertible {
    /// The diagnostic in several lines: code and summary, chain with source locations, remedy.
    public var description: String {
        var lines = ["\(code.rawValue) \(code.name) in \(scope): \(summary)"]
        let width = chain.map(\.text.count).max() ?? 0
        for (depth, link) in chain.enumerated() {
            let padding = String(repeating: " ", count: width - link.text.count)
            let location = link.location.map { padding + "  " + $0.description } ?? ""
            lines.append("    " + (depth == 0 ? "  " : "→ ") + link.text + location)
        }
        lines.append("    remedy: \(remedy)")
        return lines.joined(separator: "\n")
    }
}

extension Diagnostic: Encodable {
    private enum CodingKeys: String, CodingKey {
        case code, name, scope, summary, chain, remedy
    }

    /// Encodes the members `code` (such as `SC001`), `name`, `scope`, `summary`, `chain` and `remedy`.
    ///
    /// A link of the chain has a `text` and, if it is known, a `location` with `file` and `line`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code.rawValue, forKey: .code)
        try container.encode(code.name, forKey: .name)
        try container.encode(scope, forKey: .scope)
        try container.encode(summary, forKey: .summary)
        try container.encode(chain, forKey: .chain)
        try container.encode(remedy, forKey: .remedy)
    }
}
