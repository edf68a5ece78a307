extension Generator {
    /// Writes the documentation of the parameters after the text of a comment, if the interface documents all of them.
    ///
    /// - Parameters:
    ///   - properties: The parameters of the interface.
    ///   - others: The additional parameters of the function.
    ///   - writer: The writer that receives the lines.
    func writeParameterDocumentation(
        _ properties: [SwiftProperty], and others: [(name: String, line: String)] = [], to writer: inout SourceWriter
    ) {
        writer.documentation([""])
        guard !properties.isEmpty, properties.allSatisfy({ !$0.documentation.isEmpty }) else { return }
        let entries =
            properties.map { (name: $0.name, lines: $0.documentation) }
            + others.map { (name: $0.name, lines: [$0.line]) }
        let isSingle = entries.count == 1
        writer.documentation(isSingle ? [] : ["- Parameters:"])
        for entry in entries {
            let opening = (isSingle ? "- Parameter " : "  - ") + SwiftName.unescaped(entry.name)
            writer.documentation(["\(opening): \(entry.lines[0])"])
            let indentation = isSingle ? "  " : "    "
            writer.documentation(entry.lines.dropFirst().map { $0.isEmpty ? "" : indentation + $0 })
        }
    }
}
