/// Why a blueprint was refused: one fault of it.
public struct Fault: Hashable, Sendable {
    /// One step in the explanation of a fault, with its place in the source.
    public struct Link: Hashable, Sendable {
        /// What is there, for example `ItemFeed needs ItemStore`.
        public let text: String
        /// Where it was declared, when that is known.
        public let location: BindingLocation?
    }

    /// What kind of fault it is.
    public let code: FaultCode

    /// The path of the scope that has the fault.
    public let scope: String

    /// What is wrong, in a sentence.
    public let summary: String

    /// The bindings that lead to the fault: each needs the next.
    ///
    /// For a cycle, the first follows on the last. For ambiguous and duplicate bindings, those that compete.
    public let chain: [Link]

    /// What to do about it, in a sentence.
    public let remedy: String
}

extension Fault: CustomStringConvertible {
    /// The fault over several lines: code and sentence, chain with places, what to do.
    public var description: String {
        var lines = ["\(code.rawValue) \(code.name) in \(scope): \(summary)"]
        let width = chain.map(\.text.count).max() ?? 0
        for (depth, link) in chain.enumerated() {
            let padding = String(repeating: " ", count: width - link.text.count)
            let place = link.location.map { padding + "  " + $0.description } ?? ""
            lines.append("    " + (depth == 0 ? "  " : "→ ") + link.text + place)
        }
        lines.append("    what to do: \(remedy)")
        return lines.joined(separator: "\n")
    }
}
