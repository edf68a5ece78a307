/// A block of code or of text between two fences of three backticks.
struct FencedBlock {
    /// The language after the opening fence: `swift`, `text`, or an empty string.
    let language: String
    let lines: [String]

    var text: String { lines.joined(separator: "\n") }

    /// All blocks in the lines of a text, without the indentation of their fences.
    ///
    /// An unclosed block ends with the text.
    static func all(in text: [String]) -> [FencedBlock] {
        var blocks: [FencedBlock] = []
        var rest = text[...]
        while let opening = rest.firstIndex(where: isFence) {
            let indentation = text[opening].prefix { $0 == " " }.count
            let inside = rest[(opening + 1)...].prefix { !isFence($0) }
            blocks.append(
                FencedBlock(
                    language: String(text[opening].dropFirst(indentation + 3)),
                    lines: inside.map { String($0.dropFirst(indentation)) }))
            rest = rest[inside.endIndex...].dropFirst()
        }
        return blocks
    }

    private static func isFence(_ line: String) -> Bool {
        line.drop { $0 == " " }.hasPrefix("```")
    }
}

extension [String] {
    /// Returns the index at which the lines of a block start, allowing for a common indentation.
    func position(of block: [String]) -> Int? {
        guard let first = block.first, !block.isEmpty else { return nil }
        return indices.first { start in
            guard self[start].hasSuffix(first), start + block.count <= count else { return false }
            let indentation = String(repeating: " ", count: self[start].count - first.count)
            return zip(self[start...], block).allSatisfy { $0 == ($1.isEmpty ? "" : indentation + $1) }
        }
    }
}
