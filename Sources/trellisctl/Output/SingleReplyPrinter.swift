import CommandModel
import ContractCommands
import Varlink

/// Prints the reply of a method that sends only one.
enum SingleReplyPrinter {
    /// Prints a reply as JSON, or as text: one line for each value, then a table for each list of structures.
    ///
    /// The text of a reply without fields is empty.
    ///
    /// - Parameters:
    ///   - reply: The parameters of the reply.
    ///   - fields: The fields to print in the text format, in the order of the contract.
    ///   - interface: The interface that declares the method.
    ///   - format: Whether the reply is printed as text or JSON.
    ///   - display: The terminal and its width, for the text format.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when writing fails.
    static func print(
        _ reply: JSONObject, with fields: [InterfaceDescription.Field], in interface: InterfaceDescription,
        format: OutputFormat, display: Display
    ) async throws {
        guard format == .people else {
            try StandardOutput.write(.object(reply), as: format)
            return
        }
        var single: [InterfaceDescription.Field] = []
        var tables: [(field: InterfaceDescription.Field, columns: [InterfaceDescription.Field])] = []
        for field in fields {
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
            if fields.count > 1 {
                try StandardOutput.write(line: "")
                try StandardOutput.write(line: Style.heading(CommandName.heading(field.name)))
            }
            let columns = ReplyColumns(of: columns, in: interface, isLocalTime: display.isTerminal)
            let printer = ReplyPrinter(columns: columns, format: format, display: display)
            for row in rows { try await printer.add(row) }
            try await printer.finish()
        }
    }
}
