import CommandModel
import Varlink

/// The command `trellisctl call`.
struct CallCommand: BuiltInCommand {
    private let method: String
    private let parameters: String?
    private let more: Bool
    private let oneway: Bool

    init(_ arguments: ParsedArguments) throws(CommandLineError) {
        method = arguments.text("method") ?? ""
        parameters = arguments.text("parameters")
        more = arguments.has("more")
        oneway = arguments.has("oneway")
        try arguments.checkConflicts([["oneway", "more"]])
    }

    func run(in session: Session) async throws {
        let parameters = try parameters.map(ParameterObject.parse) ?? JSONObject()
        let connection = try await session.connect()
        try await call(parameters, by: connection, in: session)
    }

    private func call(_ parameters: JSONObject, by connection: VarlinkConnection, in session: Session) async throws {
        let method = method
        if oneway {
            try await checkOneway(by: connection, in: session)
            try await session.withTimeout { try await connection.send(method, parameters) }
            if !session.isShell { await session.connection.close() }
        } else if more {
            try await StandardOutput.whileItIsRead {
                try await session.withReplyTimeout { clock in
                    try await clock.counting {
                        for try await reply in connection.stream(method, parameters) {
                            try await clock.pausing { try Self.print(reply, in: session) }
                        }
                    }
                }
            }
        } else {
            let reply = try await session.withTimeout { try await connection.call(method, parameters) }
            try Self.print(reply, in: session)
        }
    }

    /// Rejects `--oneway` for a method that the contract does not declare, or that always sends several replies.
    ///
    /// The client would not receive the error reply to such a call.
    private func checkOneway(by connection: VarlinkConnection, in session: Session) async throws {
        // No call has failed, so the error has no request ID.
        let notFound = CommandFailure(call: ServiceError.methodNotFound(method: method))
        guard let dot = method.lastIndex(of: ".") else { throw notFound }
        let interface = String(method[..<dot])
        let contract = try await session.withTimeout {
            try await Catalogue(connection: connection).interface(interface)
        }
        guard let called = contract.method(named: String(method[method.index(after: dot)...])) else {
            throw notFound
        }
        guard called.streaming != .required else {
            throw CommandLineError(
                .conflict, "\(method) sends several replies and cannot be called with --oneway", advice: "Use --more.")
        }
    }

    private static func print(_ reply: JSONObject, in session: Session) throws {
        if session.options.format == .people, StandardOutput.isTerminal {
            try StandardOutput.write(json: JSONValue.object(reply).formatted(.pretty))
        } else {
            try StandardOutput.write(.object(reply), as: session.options.format)
        }
    }
}
