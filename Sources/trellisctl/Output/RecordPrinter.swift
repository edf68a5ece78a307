import Varlink

/// Prints the only reply of a method.
enum RecordPrinter {
    /// Prints a reply: as JSON, or for people as one line a value, with the headings in a column of their own.
    ///
    /// A reply without fields prints nothing for people: it says all by being there.
    ///
    /// - Parameters:
    ///   - reply: The parameters of the reply.
    ///   - columns: How it is laid out.
    ///   - isJSON: Whether it is printed as JSON.
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
    static func print(_ reply: JSONObject, columns: ReplyColumns, isJSON: Bool) throws {
        if isJSON {
            try StandardOutput.write(line: JSONValue.object(reply).formatted(.compact))
            return
        }
        guard let cells = columns.cells(of: reply) else { return }
        try print(Array(zip(columns.columns.map { $0.heading.lowercased() }, cells)))
    }

    /// Prints lines of a heading and a value.
    ///
    /// - Parameter lines: The lines; the values are without control characters.
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
    static func print(_ lines: [(heading: String, value: String)]) throws {
        let table = Table(header: ["", ""], rows: lines.map { [$0.heading, $0.value] })
        for line in lines {
            try StandardOutput.write(
                line: table.line([line.heading, line.value]) { $0 == 0 ? Style.quiet($1) : $1 })
        }
    }
}
