import CommandModel
import Varlink

/// Prints the only reply of a method.
enum SingleReplyPrinter {
    /// Prints a reply: as JSON, or for people as one line a value, with the headings in a column of their own, and
    /// lists of structures as tables under that.
    ///
    /// A reply without fields prints nothing for people: it says all by being there.
    ///
    /// - Parameters:
    ///   - reply: The parameters of the reply.
    ///   - method: The method that replied.
    ///   - interface: The interface that it belongs to.
    ///   - format: How it is printed.
    ///   - display: Where it is shown.
    /// - Throws: ``OutputClosed``, ``CommandFailure``.
    static func print(
        _ reply: JSONObject, of method: InterfaceDescription.Method, in interface: InterfaceDescription,
        format: OutputFormat, display: Display
    ) async throws {
        guard format == .people else {
            try StandardOutput.write(.object(reply), as: format)
            return
        }
        var single: [InterfaceDescription.Field] = []
        var tables: [(field: InterfaceDescription.Field, columns: [InterfaceDescription.Field])] = []
        for field in method.reply {
            if case .list(let element) = interface.resolve(field.type),
                case .fields(let inner) = interface.resolve(element),
                !inner.isEmpty
            {
                tables.append((field, inner))
            } else {
                single.append(field)
            }
        }
        let columns = ReplyColumns(of: single, in: interface, isLocalTime: display.isTerminal)
        if let cells = columns.cells(of: reply) { try FieldPrinter.print(columns.lines(of: cells)) }
        for (field, columns) in tables {
            guard let rows = reply[field.name]?.arrayValue?.compactMap(\.objectValue), !rows.isEmpty else { continue }
            if method.reply.count > 1 {
                try StandardOutput.write(line: "")
                try StandardOutput.write(line: Style.heading(CommandName.heading(field.name)))
            }
            let columns = ReplyColumns(of: columns, in: interface, isLocalTime: display.isTerminal)
            let printer = ReplyPrinter(columns: columns, format: format, display: display)
            for row in rows { try await printer.add(row) }
            try await printer.settle()
        }
    }
}
