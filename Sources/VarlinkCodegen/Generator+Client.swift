import VarlinkIDL

extension Generator {
    /// Writes the client, a structure with a function for each method.
    func writeClient(to writer: inout SourceWriter) {
        writer.documentation(["A client of `\(contract.interface)`."])
        writer.block("\(access)struct \(contract.clientName): Sendable {") { writer in
            writer.line("/// The connection or the router that performs the calls.")
            writer.line("\(access)let caller: any VarlinkCaller", "")
            writer.documentation([
                "Creates a client.", "", "- Parameter caller: The connection or the router that performs the calls.",
            ])
            writer.block("\(access)init(_ caller: any VarlinkCaller) {") { $0.line("self.caller = caller") }
            for method in contract.methods {
                if method.streaming != .required {
                    writer.line("")
                    writeCall(method, to: &writer)
                }
                if method.streaming != .never {
                    writer.line("")
                    writeStream(method, to: &writer)
                }
            }
        }
    }

    /// A link to the errors of the interface, followed by a comma, for documentation comments; empty if it declares
    /// none.
    private var errors: String { contract.failures.isEmpty ? "" : "``\(contract.errorName)``, " }

    private func writeCall(_ method: Contract.Method, to writer: inout SourceWriter) {
        writer.documentation(method.documentation)
        writeParameterDocumentation(method.parameters.properties, to: &writer)
        writer.documentation([
            "- Returns: The reply.",
            "- Throws: \(errors)`ServiceError`, or an error of the caller if the connection fails.",
        ])
        writeFunction(
            method, name: method.name, effects: " async throws",
            returning: names.text(of: .declared(method.reply.path), in: []), calling: "try await", "call", to: &writer)
    }

    private func writeStream(_ method: Contract.Method, to writer: inout SourceWriter) {
        let reply = names.text(of: .declared(method.reply.path), in: [])
        writer.documentation(method.documentation)
        writeParameterDocumentation(method.parameters.properties, to: &writer)
        writer.documentation([
            "- Returns: The replies.",
            "  Iterating throws \(errors)`ServiceError`, or an error of the caller if the connection fails.",
        ])
        writeFunction(
            method, name: method.streamName, effects: "", returning: "ReplySequence<\(reply)>", calling: "", "stream",
            to: &writer)
    }

    private func writeFunction(
        _ method: Contract.Method, name: String, effects: String, returning result: String, calling prefix: String,
        _ function: String, to writer: inout SourceWriter
    ) {
        let properties = method.parameters.properties
        let parameters = properties.map {
            "\($0.name): \(names.text(of: $0.fullType, in: []))" + ($0.isOptional ? " = nil" : "")
        }
        let structure = names.text(of: .declared(method.parameters.path), in: [])
        let reply = names.text(of: .declared(method.reply.path), in: [])
        // A parameter of the same name would hide the property.
        let caller = properties.contains { $0.name == "caller" } ? "self.caller" : "caller"
        writer.list("\(access)func \(name)", parameters, "\(effects) -> \(result) {", closesOnOwnLine: true)
        writer.indented { writer in
            writer.line((prefix.isEmpty ? "" : prefix + " ") + "\(caller).\(function)(")
            writer.indented { writer in
                writer.line("\"\(contract.interface).\(method.wireName)\",")
                writer.list(structure, properties.map { "\($0.label): \($0.name)" }, ",")
                writer.line("returning: \(reply).self,", "errors: \(contract.clientErrors).self)")
            }
        }
        writer.line("}")
    }
}
