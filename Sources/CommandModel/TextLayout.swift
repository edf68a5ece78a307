/// Layout of text in lines of a limited width.
public enum TextLayout {
    /// The maximum width of a term in the left column of a list; a wider term is on a separate line.
    public static let widestTerm = 26

    /// Breaks a text into lines between its words.
    ///
    /// A word that is wider than a line is on a separate line and is not broken.
    ///
    /// - Parameters:
    ///   - text: The text; line breaks in it count as spaces.
    ///   - columns: The maximum width of a line.
    /// - Returns: The lines, without line breaks.
    public static func lines(of text: String, columns: Int) -> [String] {
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

    /// Breaks paragraphs into lines.
    ///
    /// An empty line separates two paragraphs. A line that starts with a space or a dash is not reflowed, for example
    /// in a list or an example.
    ///
    /// - Parameters:
    ///   - text: The lines of the paragraphs.
    ///   - columns: The maximum width of a line.
    /// - Returns: The lines, without line breaks.
    public static func paragraphs(of text: [String], columns: Int) -> [String] {
        var result: [String] = []
        var paragraph: [String] = []
        func flush() {
            result += lines(of: paragraph.joined(separator: " "), columns: columns)
            paragraph = []
        }
        for line in text {
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

    /// Lays out terms and their descriptions in two columns.
    ///
    /// - Parameters:
    ///   - entries: The terms, and the lines of each description; a line that starts with a space is not reflowed.
    ///   - columns: The maximum width of a line.
    /// - Returns: The lines, without line breaks.
    public static func list(_ entries: [(term: String, text: [String])], columns: Int) -> [String] {
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
