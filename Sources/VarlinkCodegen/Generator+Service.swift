import VarlinkIDL

extension Generator {
    /// Writes the protocol, with a function for each method.
    func writeService(to writer: inout SourceWriter) {
        writer.documentation(["An implementation of `\(contract.interface)`, with a function for each method."])
        guard !contract.methods.isEmpty else {
            return writer.line("\(access)protocol \(contract.serviceName): VarlinkInterface {}")
        }
        writer.block("\(access)protocol \(contract.serviceName): VarlinkInterface {") { writer in
            for (index, method) in contract.methods.enumerated() {
                if index > 0 { writer.line("") }
                let labels = HandlerLabels(method)
                writer.documentation(method.documentation)
                var others = [(name: labels.context, line: "The context of the call.")]
                if method.streaming != .never {
                    others.insert((labels.replies, "Sends the replies before the last one."), at: 0)
                }
                writeParameterDocumentation(method.parameters.properties, and: others, to: &writer)
                let errors = contract.failures.isEmpty ? "A" : "``\(contract.errorName)`` or another"
                writer.documentation([
                    method.streaming == .never
                        ? "- Returns: The reply."
                        : "- Returns: The last reply. `\(labels.replies)` sends those before it.",
                    "- Throws: \(errors) `VarlinkError`. The router converts other errors.",
                ])
                writeRequirement(method, labels, to: &writer)
            }
        }
    }

    private func writeRequirement(_ method: Contract.Method, _ labels: HandlerLabels, to writer: inout SourceWriter) {
        let reply = names.text(of: .declared(method.reply.path), in: [])
        var parameters = method.parameters.properties.map { "\($0.name): \(names.text(of: $0.fullType, in: []))" }
        if method.streaming != .never { parameters.append("\(labels.replies): ReplyWriter<\(reply)>") }
        parameters.append("\(labels.context): CallContext")
        writer.list("func \(method.name)", parameters, " async throws -> \(reply)", closesOnOwnLine: true)
    }

    /// Writes the function that decodes a call and calls the function of its method.
    func writeDispatch(to writer: inout SourceWriter) {
        writer.block("extension \(contract.serviceName) {") { writer in
            writer.documentation(["The contract of `\(contract.interface)`."])
            writer.line("\(access)static var contract: VarlinkContract { \(contract.contractName).contract }", "")
            writer.documentation([
                "Calls the function of the called method, and replies with its result.", "",
                "- Parameter call: The call, with its parameters as JSON.",
                "- Throws: `ServiceError` if the call violates the contract, or an error of the function.",
            ])
            writer.block("\(access)func handle(_ call: ServerCall) async throws {") { writer in
                let notFound = "throw ServiceError.methodNotFound(method: call.qualifiedMethod)"
                guard !contract.methods.isEmpty else { return writer.line(notFound) }
                writer.line("switch call.method {")
                for method in contract.methods {
                    writer.line("case \"\(method.wireName)\":")
                    writer.indented { writeCase(method, to: &$0) }
                }
                writer.line("default:")
                writer.indented { $0.line(notFound) }
                writer.line("}")
            }
        }
    }

    private func writeCase(_ method: Contract.Method, to writer: inout SourceWriter) {
        let labels = HandlerLabels(method)
        let parameters = names.text(of: .declared(method.parameters.path), in: [])
        let reply = names.text(of: .declared(method.reply.path), in: [])
        let properties = method.parameters.properties
        writer.line("\(properties.isEmpty ? "_" : "let parameters") = try call.parameters(as: \(parameters).self)")
        var arguments = properties.map { "\($0.label): parameters.\($0.name)" }
        if method.streaming != .never {
            writer.line("let replies = try call.replies(of: \(reply).self, streaming: .\(method.streaming))")
            arguments.append("\(labels.replies): replies")
        }
        arguments.append("\(labels.context): call.context")
        // The constants of this function would hide a method of the same name.
        let isHidden = ["call", "parameters", "replies", "reply"].contains(method.name)
        writer.list("let reply = try await \(isHidden ? "self." : "")\(method.name)", arguments)
        writer.line("try call.reply(reply)")
    }
}

/// The names of the additional parameters of a function of the server.
private struct HandlerLabels {
    let context: String
    let replies: String

    init(_ method: Contract.Method) {
        let taken = method.parameters.properties.map(\.name)
        context = SwiftName.free("context", or: "callContext", besides: taken)
        replies = SwiftName.free("replies", or: "replyWriter", besides: taken)
    }
}
