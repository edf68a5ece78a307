import CommandModel

/// Prints fields as lines of a name and a value.
enum FieldPrinter {
    /// Prints lines of a heading and a value.
    ///
    /// - Parameter lines: The lines; the values are without control characters.
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
    static func print(_ lines: [(heading: String, value: String)]) throws {
        let width = lines.map { TextWidth.columns(of: $0.heading) }.max() ?? 0
        for line in lines {
            let padding = String(repeating: " ", count: width - TextWidth.columns(of: line.heading))
            try StandardOutput.write(line: Style.quiet(line.heading) + padding + "  " + line.value)
        }
    }
}

extension ReplyColumns {
    /// Cells as lines of a heading and a value; those that are empty are left out.
    ///
    /// - Parameter cells: The cells of a reply.
    /// - Returns: The lines.
    func lines(of cells: [String]) -> [(heading: String, value: String)] {
        zip(columns, cells).filter { !$0.1.isEmpty }.map { ($0.heading.lowercased(), $1) }
    }
}
