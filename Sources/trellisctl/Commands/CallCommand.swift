import ArgumentParser
import Glibc
import Varlink

/// The command `trellisctl call`.
struct CallCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call a method.",
        discussion: "Each reply is printed as JSON: over several lines on a terminal, else on one.")

    @Argument(help: "The method, such as io.trellis.Host.Describe.")
    var method: String

    @Argument(help: "The parameters: a JSON object.")
    var parameters: String?

    @Flag(help: "Take all replies of a method that gives several.")
    var more = false

    @Flag(help: "Ask for no reply. A method that always gives several can't be called so.")
    var oneway = false

    func validate() throws {
        if more && oneway { throw ValidationError("--more and --oneway exclude each other.") }
    }

    func run(in session: Session) async throws {
        let parameters = try parameters.map(ParameterObject.parse) ?? JSONObject()
        let connection = try await session.connect()
        try await session.explaining(by: connection) { try await call(parameters, by: connection, in: session) }
    }

    private func call(_ parameters: JSONObject, by connection: VarlinkConnection, in session: Session) async throws {
        let method = method
        if oneway {
            try await refuseWhatCannotBeOneway(by: connection, in: session)
            try await session.withTimeout { try await connection.send(method, parameters) }
            if session.shared == nil { await connection.close() }
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

    /// Refuses a method that the contract does not have, or that always gives several replies: without a reply the call
    /// could only fail, and nobody would hear of it.
    private func refuseWhatCannotBeOneway(by connection: VarlinkConnection, in session: Session) async throws {
        guard let dot = method.lastIndex(of: ".") else { throw ServiceError.methodNotFound(method: method) }
        let interface = String(method[..<dot])
        let contract = try await session.withTimeout {
            try await Catalogue(connection: connection).interface(interface)
        }
        guard let called = contract.method(named: String(method[method.index(after: dot)...])) else {
            throw ServiceError.methodNotFound(method: method)
        }
        guard called.streaming != .required else {
            throw CommandFailure(
                EX_USAGE, "\(method) gives one reply after another, and can't be called without taking them",
                advice: "Say --more in the place of --oneway.")
        }
    }

    private static func print(_ reply: JSONObject, in session: Session) throws {
        if session.options.format == .people, StandardOutput.isTerminal {
            try StandardOutput.write(line: JSONValue.object(reply).formatted(.pretty))
        } else {
            try StandardOutput.write(.object(reply), as: session.options.format)
        }
    }
}
