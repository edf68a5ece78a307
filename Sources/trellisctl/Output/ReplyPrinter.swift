import Varlink

/// Prints the replies of a stream as a table, or as JSON with one object per line.
///
/// The rows that arrive within 100 ms of the first one determine the columns and their widths. Later rows are printed
/// immediately in the same columns. A row with a value in a hidden column starts a new table that includes this column.
/// If the display is too narrow for a table, each reply is printed as a block of lines.
actor ReplyPrinter {
    /// The maximum number of rows that determine the widths of the columns.
    private static let sampleSize = 512

    private let columns: ReplyColumns
    private let format: OutputFormat
    private let display: Display
    /// The rows that determined the layout of the current and the previous tables.
    private var layout: [[String]] = []
    /// The rows that are printed once the layout is determined.
    private var sample: [[String]] = []
    private var table: Table?
    /// Whether identifiers were truncated.
    private var hasCutIdentifiers = false

    /// Creates a printer that has printed nothing.
    ///
    /// - Parameters:
    ///   - columns: The columns of the replies.
    ///   - format: Whether replies are printed as text or JSON.
    ///   - display: The terminal and its width, for the text format.
    init(columns: ReplyColumns, format: OutputFormat, display: Display) {
        self.columns = columns
        self.format = format
        self.display = display
    }

    /// Prints a reply, either immediately or once the layout is determined.
    ///
    /// - Parameter reply: The parameters of the reply.
    /// - Returns: Whether the reply is the first row of a table, so that ``settle()`` should be called soon.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when writing fails.
    @discardableResult
    func add(_ reply: JSONObject) throws -> Bool {
        guard format == .people else {
            try StandardOutput.write(.object(reply), as: format)
            return false
        }
        guard let cells = columns.cells(of: reply) else { return false }
        if let table, !table.lacks(cells) {
            try print(cells, in: table)
            return false
        }
        table = nil
        sample.append(cells)
        if sample.count >= Self.sampleSize { try settle() }
        return sample.count == 1
    }

    /// Determines the layout, and prints the waiting rows.
    ///
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when writing fails.
    func settle() throws {
        guard table == nil, !sample.isEmpty else { return }
        // The columns of the previous tables remain, so that alternating kinds of rows do not start a table for each
        // change. Every new table adds a column, so the layout has at most as many samples as there are columns.
        layout += sample
        let kinds = columns.columns.indices.map(kind)
        var table = table(kinds)
        if !table.fits {
            let narrower = self.table(kinds.map { $0 == .identifier ? .text : $0 })
            hasCutIdentifiers = hasCutIdentifiers || (narrower.fits && kinds.contains(.identifier))
            table = narrower
        }
        self.table = table
        if table.fits { try StandardOutput.write(line: table.headerLine(style: Style.heading)) }
        for cells in sample { try print(cells, in: table) }
        sample = []
    }

    /// Prints the waiting rows, and says how to see the identifiers that the terminal has no room for.
    func finish() throws {
        try settle()
        guard hasCutIdentifiers else { return }
        StandardError.write(line: "trellisctl: the terminal is too narrow for the identifiers; --full shows them")
    }

    private func table(_ kinds: [Table.Kind]) -> Table {
        Table(
            header: columns.columns.map(\.heading), rows: layout, kinds: kinds, columns: display.columns)
    }

    private func kind(of column: Int) -> Table.Kind {
        if columns.columns[column].isNumber { return .number }
        let cells = layout.map { $0[column] }.filter { !$0.isEmpty }
        if cells.isEmpty { return .text }
        return cells.allSatisfy(TimeText.isLocal) ? .time : cells.allSatisfy(Self.isUUID) ? .identifier : .text
    }

    /// Whether a text has the format of a UUID, such as `5f0c1f3e-8b44-4a52-9d83-0b6ae8f2a9c1`.
    private static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }

    private func print(_ cells: [String], in table: Table) throws {
        if table.fits {
            try StandardOutput.write(line: table.line(of: cells, style: Style.cell))
        } else {
            try FieldPrinter.print(columns.lines(of: cells))
            try StandardOutput.write(line: "")
        }
    }
}

extension ReplyPrinter {
    /// Prints the replies of a stream.
    ///
    /// - Parameter replies: Receives the replies, and passes each to its argument.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when writing fails; the
    ///   error of `replies`, after all received replies are printed.
    nonisolated func print(
        _ replies: (_ print: (JSONObject) async throws -> Void) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            do {
                try await replies { reply in
                    guard try await self.add(reply) else { return }
                    group.addTask {
                        // Rows that arrive later do not affect the layout. The end of the stream cancels the wait.
                        guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
                        try await self.settle()
                    }
                }
            } catch let error as OutputClosed {
                throw error
            } catch {
                try await settle()
                throw error
            }
            try await finish()
            group.cancelAll()
        }
    }
}
