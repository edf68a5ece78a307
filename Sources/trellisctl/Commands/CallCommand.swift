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

    @Flag(help: "Ask for no reply.")
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
            try await session.withTimeout { try await connection.send(method, parameters) }
            if session.shared == nil { await connection.close() }
        } else if more {
            try await StandardOutput.whileItIsRead {
                try await session.withReplyTimeout { clock in
                    for try await reply in connection.stream(method, parameters) {
                        clock.note()
                        try Self.print(reply, in: session)
                    }
                }
            }
        } else {
            let reply = try await session.withTimeout { try await connection.call(method, parameters) }
            try Self.print(reply, in: session)
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
