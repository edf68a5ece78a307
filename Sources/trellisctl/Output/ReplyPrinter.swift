import Varlink

/// Prints the replies of a stream: as a table for people, or as JSON, one object a line.
///
/// The columns of a table are as wide as the first rows need: those that come until the stream pauses. What comes later is
/// printed at once, in the same columns.
actor ReplyPrinter {
    /// How many rows may decide how wide the columns are.
    private static let sampleSize = 512

    private let columns: ReplyColumns
    private let isJSON: Bool
    private var sample: [[String]] = []
    private var table: Table?

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - columns: How the replies are laid out.
    ///   - isJSON: Whether they are printed as JSON.
    init(columns: ReplyColumns, isJSON: Bool) {
        self.columns = columns
        self.isJSON = isJSON
    }

    /// Prints a reply, now or when the columns are settled.
    ///
    /// - Parameter reply: The parameters of the reply.
    /// - Returns: Whether this is the first row of the table, so that ``settle()`` should be called soon.
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
    @discardableResult
    func add(_ reply: JSONObject) throws -> Bool {
        if isJSON {
            try StandardOutput.write(line: JSONValue.object(reply).formatted(.compact))
            return false
        }
        guard let cells = columns.cells(of: reply) else { return false }
        if let table {
            try StandardOutput.write(line: line(cells, in: table))
            return false
        }
        sample.append(cells)
        if sample.count >= Self.sampleSize { try settle() }
        return sample.count == 1
    }

    /// Settles how wide the columns are, and prints what waits for it.
    ///
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
    func settle() throws {
        guard table == nil, !sample.isEmpty else { return }
        let table = Table(header: columns.columns.map(\.heading), rows: sample)
        self.table = table
        try StandardOutput.write(line: table.line(table.header) { Style.heading($1) })
        for cells in sample { try StandardOutput.write(line: line(cells, in: table)) }
        sample = []
    }

    private func line(_ cells: [String], in table: Table) -> String {
        table.line(cells) { column, text in
            table.header[column] == "STATE" ? Style.state(text, as: text) : text
        }
    }
}

extension ReplyPrinter {
    /// Prints every reply of a stream.
    ///
    /// - Parameter replies: The stream.
    /// - Throws: What the stream throws, after what came before was printed; ``OutputClosed``; ``CommandFailure``.
    nonisolated func print(_ replies: ReplySequence<JSONObject>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            do {
                for try await reply in replies where try await add(reply) {
                    group.addTask {
                        // A pause: what comes after it comes when it likes. Cancelled when the stream ends before.
                        guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
                        try await self.settle()
                    }
                }
            } catch {
                try await settle()
                throw error
            }
            try await settle()
            group.cancelAll()
        }
    }
}
