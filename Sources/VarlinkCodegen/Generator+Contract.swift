import VarlinkIDL

extension Generator {
    /// Writes the enumeration that contains the description and the types.
    func writeContract(to writer: inout SourceWriter) {
        writer.documentation(contract.documentation)
        writer.block("\(access)enum \(contract.contractName) {") { writer in
            writeDescription(to: &writer)
            for type in contract.types {
                writer.line("")
                writeDeclaration(type, to: &writer)
            }
            for method in contract.methods {
                writer.line("")
                writeDeclaration(.structure(method.parameters), to: &writer)
                writer.line("")
                writeDeclaration(.structure(method.reply), to: &writer)
            }
        }
    }

    private func writeDescription(to writer: inout SourceWriter) {
        let mark = rawStringMark(for: contract.text)
        writer.documentation(["The description of the interface, which a server publishes and a client may compare."])
        writer.line("\(access)static let contract = VarlinkContract(")
        writer.indented { writer in
            writer.line("name: \"\(contract.interface)\",", "description: \(mark)\"\"\"")
            writer.indented { writer in
                for line in contract.text.split(separator: "\n", omittingEmptySubsequences: false) {
                    writer.line(String(line))
                }
                writer.line("\"\"\"\(mark),")
            }
            if contract.methods.isEmpty {
                writer.line("methods: [])")
            } else {
                writer.block("methods: [", closing: "])") { writer in
                    for method in contract.methods {
                        let arguments = "name: \"\(method.wireName)\", streaming: .\(method.streaming)"
                        let comma = contract.methods.count > 1 ? "," : ""
                        writer.line("VarlinkContract.Method(\(arguments))\(comma)")
                    }
                }
            }
        }
    }

    /// Returns enough number signs for a raw string literal that represents the text unchanged.
    private func rawStringMark(for text: String) -> String {
        var longest = 0
        var current = 0
        for character in text {
            current = character == "#" ? current + 1 : 0
            longest = max(longest, current)
        }
        let needsMore = text.contains("\"\"\"#") || text.contains("\\#")
        return String(repeating: "#", count: needsMore ? longest + 1 : 1)
    }
}
