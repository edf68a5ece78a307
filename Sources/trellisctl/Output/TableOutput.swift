import Varlink

/// Prints values of the daemon as a table, or as one JSON object per line.
enum TableOutput {
    /// Prints values.
    ///
    /// - Parameters:
    ///   - values: The values, in the order of the rows.
    ///   - columns: The names of the columns; the headings are in upper case.
    ///   - numbers: The columns that are aligned to the right.
    ///   - session: The context of the command, with its format and its display.
    ///   - cells: Returns the cells of a value, one for each column; an empty cell is shown as `-`.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when writing fails.
    static func print<Value: VarlinkValue>(
        _ values: [Value], columns: [String], numbers: Set<String> = [], in session: Session,
        cells: (Value) -> [String]
    ) async throws {
        guard session.options.format == .people else {
            for value in values { try StandardOutput.write(JSONValue(value), as: session.options.format) }
            return
        }
        let table = ReplyColumns(
            columns.map { .init(path: [$0], heading: $0.uppercased(), isNumber: numbers.contains($0)) })
        let printer = ReplyPrinter(columns: table, format: .people, display: session.display)
        for value in values {
            var row = JSONObject()
            for (name, cell) in zip(columns, cells(value)) { row[name] = .string(cell) }
            try await printer.add(row)
        }
        try await printer.finish()
    }
}
