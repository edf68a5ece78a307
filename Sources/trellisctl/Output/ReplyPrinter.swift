import Varlink

/// Prints the replies of a stream: as a table for people, or as JSON, one object a line.
///
/// The first rows decide which columns a table has, and how wide they are: those that come soon after the first one.
/// What comes later is printed at once, in the same columns; where it has a value that none of them is for, the table
/// begins anew, with that column beside the others. Where the display is too narrow for a table, each reply is a block
/// of lines.
actor ReplyPrinter {
    /// How many rows may decide how wide the columns are.
    private static let sampleSize = 512

    private let columns: ReplyColumns
    private let format: OutputFormat
    private let display: Display
    /// The rows that decided how the table is laid out, before those that wait.
    private var layout: [[String]] = []
    /// The rows that wait until the layout is settled.
    private var sample: [[String]] = []
    private var table: Table?

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - columns: How the replies are laid out.
    ///   - format: How they are printed.
    ///   - display: Where they are shown.
    init(columns: ReplyColumns, format: OutputFormat, display: Display) {
        self.columns = columns
        self.format = format
        self.display = display
    }

    /// Prints a reply, now or when the columns are settled.
    ///
    /// - Parameter reply: The parameters of the reply.
    /// - Returns: Whether this is the first row of the table, so that ``settle()`` should be called soon.
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
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

    /// Settles how wide the columns are, and prints what waits for it.
    ///
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
    func settle() throws {
        guard table == nil, !sample.isEmpty else { return }
        // A column that was shown stays, so that rows of two kinds don't begin the table anew in turns. There are never
        // more of them than columns times the size of a sample.
        layout += sample
        let table = Table(
            header: columns.columns.map(\.heading), rows: layout, kinds: columns.columns.indices.map(kind),
            columns: display.columns)
        self.table = table
        if table.fits { try StandardOutput.write(line: table.headerLine(style: Style.heading)) }
        for cells in sample { try print(cells, in: table) }
        sample = []
    }

    private func kind(of column: Int) -> Table.Kind {
        if columns.columns[column].isNumber { return .number }
        let cells = layout.map { $0[column] }.filter { !$0.isEmpty }
        return !cells.isEmpty && cells.allSatisfy(TimeText.isLocal) ? .time : .text
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
    /// Takes the replies of a stream and prints each.
    ///
    /// - Parameter replies: Hands every reply to the closure that it is given.
    /// - Throws: What `replies` throws, after what came before was printed; ``OutputClosed``; ``CommandFailure``.
    nonisolated func print(
        _ replies: (_ print: (JSONObject) async throws -> Void) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            do {
                try await replies { reply in
                    guard try await self.add(reply) else { return }
                    group.addTask {
                        // A pause: what comes after it comes when it likes. Cancelled when the stream ends before.
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
            try await settle()
            group.cancelAll()
        }
    }
}
