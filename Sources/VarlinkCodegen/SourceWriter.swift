/// Collects lines of Swift, indented by four spaces a level.
struct SourceWriter {
    /// How long a line may be, as the project's format has it.
    static let lineLength = 120

    private(set) var text = ""
    private var level = 0

    /// How many characters fit on a line at the current level.
    var room: Int { Self.lineLength - level * 4 }

    /// Writes lines; an empty one has no indentation.
    mutating func line(_ lines: String...) {
        for line in lines {
            text += line.isEmpty ? "\n" : String(repeating: " ", count: level * 4) + line + "\n"
        }
    }

    /// Writes a line that opens something, what is in it, and the line that closes it.
    mutating func block(_ opening: String, closing: String = "}", _ body: (inout SourceWriter) -> Void) {
        line(opening)
        indented(body)
        line(closing)
    }

    /// Writes something one level further in.
    mutating func indented(_ body: (inout SourceWriter) -> Void) {
        level += 1
        body(&self)
        level -= 1
    }

    /// Writes a documentation comment.
    mutating func documentation(_ lines: [String]) {
        for line in lines { self.line(line.isEmpty ? "///" : "/// \(line)") }
    }

    /// Writes something with a list in parentheses: on one line if it fits, else with a line for each entry.
    ///
    /// - Parameters:
    ///   - opening: What stands before the parenthesis.
    ///   - entries: What stands in it.
    ///   - closing: What stands behind it.
    ///   - closesOnOwnLine: Whether the parenthesis closes on a line of its own, as in declarations.
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
