/// Running text, set in lines of a width.
enum TextColumns {
    /// How wide a term may be without having a line to itself.
    static let widestTerm = 26

    /// Breaks a text into lines between its words.
    ///
    /// A word that is longer than a line has one to itself.
    ///
    /// - Parameters:
    ///   - text: The text; line breaks in it count as spaces.
    ///   - columns: How wide a line may be.
    /// - Returns: The lines.
    static func lines(of text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if line.isEmpty {
                line = String(word)
            } else if TextWidth.columns(of: line) + 1 + TextWidth.columns(of: String(word)) <= columns {
                line += " " + word
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// The paragraphs of a comment as lines: an empty line divides two; a line that starts with a blank or a dash
    /// stands for itself, as in a list or an example.
    ///
    /// - Parameters:
    ///   - comment: The lines of the comment.
    ///   - columns: How wide a line may be.
    /// - Returns: The lines.
    static func paragraphs(of comment: [String], columns: Int) -> [String] {
        var result: [String] = []
        var paragraph: [String] = []
        func flush() {
            result += lines(of: paragraph.joined(separator: " "), columns: columns)
            paragraph = []
        }
        for line in comment.map(\.escapingControlCharacters) {
            if line.isEmpty {
                flush()
                if result.last?.isEmpty == false { result.append("") }
            } else if line.first == " " || line.first == "-" {
                flush()
                result.append(line)
            } else {
                paragraph.append(line)
            }
        }
        flush()
        return result
    }

    /// Terms with what there is to say of them, in two columns.
    ///
    /// A term that is wider than the left column has a line to itself.
    ///
    /// - Parameters:
    ///   - entries: The terms, and the lines of text on each; a line that starts with a blank is kept as it is.
    ///   - columns: How wide the whole may be.
    /// - Returns: The lines.
    static func list(_ entries: [(term: String, text: [String])], columns: Int) -> [String] {
        let widest = entries.map { TextWidth.columns(of: $0.term) }.filter { $0 <= widestTerm }.max() ?? 0
        let left = widest + 4
        let indentation = String(repeating: " ", count: left)
        let right = max(12, columns - left)
        return entries.flatMap { entry -> [String] in
            let text = entry.text.flatMap { $0.hasPrefix(" ") ? [$0] : lines(of: $0, columns: right) }
            let width = TextWidth.columns(of: entry.term)
            guard width <= widest, let first = text.first else {
                return ["  " + entry.term] + text.map { indentation + $0 }
            }
            let padding = String(repeating: " ", count: left - 2 - width)
            return ["  " + entry.term + padding + first] + text.dropFirst().map { indentation + $0 }
        }
    }
}
