/// Collects lines of Swift, with an indentation of four spaces for each level.
struct SourceWriter {
    /// The maximum length of a line.
    static let lineLength = 120

    private(set) var text = ""
    private var level = 0

    /// The maximum number of characters of a line at the current level.
    var room: Int { Self.lineLength - level * 4 }

    /// Writes lines.
    ///
    /// An empty line has no indentation.
    mutating func line(_ lines: String...) {
        for line in lines {
            text += line.isEmpty ? "\n" : String(repeating: " ", count: level * 4) + line + "\n"
        }
    }

    /// Writes the first line of a block, its contents and its last line.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout SourceWriter) -> Void) {
        line(opening)
        indented(body)
        line(closing)
    }

    /// Writes lines at the next level of indentation.
    mutating func indented(_ body: (inout SourceWriter) -> Void) {
        level += 1
        body(&self)
        level -= 1
    }

    /// Writes a documentation comment.
    mutating func documentation(_ lines: [String]) {
        for line in lines { self.line(line.isEmpty ? "///" : "/// \(line)") }
    }

    /// Writes a list in parentheses: on one line if it fits, otherwise with a line for each entry.
    ///
    /// - Parameters:
    ///   - opening: The text before the list.
    ///   - entries: The entries, without separators.
    ///   - closing: The text after the list.
    ///   - closesOnOwnLine: Whether the closing parenthesis is on a separate line, as in declarations.
    mutating func list(_ opening: String, _ entries: [String], _ closing: String = "", closesOnOwnLine: Bool = false) {
        let line = "\(opening)(\(entries.joined(separator: ", ")))\(closing)"
        guard line.count > room, !entries.isEmpty else { return self.line(line) }
        self.line("\(opening)(")
        indented { writer in
            for entry in entries.dropLast() { writer.line("\(entry),") }
            writer.line((entries.last ?? "") + (closesOnOwnLine ? "" : ")\(closing)"))
        }
        if closesOnOwnLine { self.line(")\(closing)") }
    }
}
