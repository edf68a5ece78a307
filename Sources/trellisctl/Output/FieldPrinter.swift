import CommandModel

/// Prints values on one line each, next to their headings.
enum FieldPrinter {
    /// Prints headings and values, in two aligned columns.
    ///
    /// - Parameter lines: The headings and values, without control characters.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when writing fails.
    static func print(_ lines: [(heading: String, value: String)]) throws {
        let width = lines.map { TextWidth.columns(of: $0.heading) }.max() ?? 0
        for line in lines {
            let padding = String(repeating: " ", count: width - TextWidth.columns(of: line.heading))
            try StandardOutput.write(line: Style.quiet(line.heading) + padding + "  " + line.value)
        }
    }
}

extension ReplyColumns {
    /// Returns the headings and values of a reply, without empty cells.
    ///
    /// - Parameter cells: The cells of a reply, one for each column.
    /// - Returns: The headings, in lower case, and the values.
    func lines(of cells: [String]) -> [(heading: String, value: String)] {
        zip(columns, cells).filter { !$0.1.isEmpty }.map { ($0.heading.lowercased(), $1) }
    }
}
