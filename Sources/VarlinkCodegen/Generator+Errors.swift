extension Generator {
    /// Writes the enumeration of the errors of the interface.
    func writeErrors(to writer: inout SourceWriter) {
        let scope = [contract.errorName]
        writer.documentation(["The errors of `\(contract.interface)`."])
        writer.block("\(access)enum \(contract.errorName): VarlinkError, Hashable {") { writer in
            for failure in contract.failures {
                writer.documentation(failure.documentation)
                if !failure.properties.isEmpty, failure.properties.allSatisfy({ !$0.documentation.isEmpty }) {
                    writeParameterDocumentation(failure.properties, to: &writer)
                }
                let payload = failure.properties.map { property in
                    "\(property.name): \(names.text(of: property.fullType, in: scope))"
                }
                writer.payload("case \(failure.name)", payload, closesOnOwnLine: true)
            }
            writer.line("", "/// The interface that declares these errors.")
            writer.line("\(access)static let interface = \"\(contract.interface)\"", "")
            writeErrorName(to: &writer)
            writer.line("")
            writeErrorWriting(to: &writer)
            writer.line("")
            writeErrorReading(to: &writer)
            for type in contract.failureTypes {
                writer.line("")
                writeDeclaration(type, to: &writer)
            }
        }
    }

    /// The names of the parameters of all errors.
    private var parameterNames: [String] {
        contract.failures.flatMap { $0.properties.map(\.name) }
    }

    private func writeErrorName(to writer: inout SourceWriter) {
        writer.documentation(["The name of the error, without the name of the interface."])
        writer.block("\(access)var name: String {") { writer in
            writer.line("switch self {")
            for failure in contract.failures {
                writer.line("case .\(failure.name): \"\(failure.wireName)\"")
            }
            writer.line("}")
        }
    }

    private func writeErrorWriting(to writer: inout SourceWriter) {
        let output = SwiftName.free("writer", or: "jsonWriter", besides: parameterNames)
        writer.documentation(["Encodes the parameters of the error as a JSON object."])
        writer.block("\(access)func writeParameters(to \(output): inout JSONWriter) {") { writer in
            writer.line("\(output).beginObject()", "switch self {")
            for failure in contract.failures {
                writer.payload("case .\(failure.name)", failure.properties.map { "let \($0.name)" }, ":")
                writer.indented { writer in
                    for property in failure.properties { writer.line(property.writing(to: output)) }
                    if failure.properties.isEmpty { writer.line("break") }
                }
            }
            writer.line("}", "\(output).endObject()")
        }
    }

    private func writeErrorReading(to writer: inout SourceWriter) {
        let reader = SwiftName.free("reader", or: "jsonReader", besides: parameterNames)
        writer.documentation([
            "Decodes the parameters of an error. The result is nil if the interface has no error of this name."
        ])
        writer.list(
            "\(access)init?", ["name: String", "parameters \(reader): inout JSONReader"],
            " throws(VarlinkDecodingError) {", closesOnOwnLine: true)
        writer.indented { writer in
            writer.line("switch name {")
            for failure in contract.failures {
                writer.line("case \"\(failure.wireName)\":")
                writer.indented { writer in
                    writeFieldReading(failure.properties, reader: reader, in: [contract.errorName], to: &writer)
                    let payload = failure.properties.map { "\($0.label): \($0.readValue(reader: reader))" }
                    writer.payload("self = .\(failure.name)", payload)
                }
            }
            writer.line("default:")
            writer.indented { $0.line("return nil") }
            writer.line("}")
        }
        writer.line("}")
    }
}

extension SourceWriter {
    /// Writes a case with its associated values; without parentheses if there are none.
    fileprivate mutating func payload(
        _ name: String, _ entries: [String], _ closing: String = "", closesOnOwnLine: Bool = false
    ) {
        guard !entries.isEmpty else { return line(name + closing) }
        list(name, entries, closing, closesOnOwnLine: closesOnOwnLine)
    }
}
