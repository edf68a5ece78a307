import CommandModel
import Glibc
import HostInterface
import Varlink

/// The command `trellisctl config schema`.
struct ConfigSchemaCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let host = HostClient(try await session.connect())
        let reply = try await session.withTimeout { try await host.getConfigurationSchema() }
        guard let schema = try? JSONValue(parsing: reply.schema) else {
            throw CommandFailure(EX_PROTOCOL, "the daemon replied with a schema that is not JSON")
        }
        if session.options.format == .people {
            try StandardOutput.write(json: schema.formatted(.pretty))
        } else {
            try StandardOutput.write(schema, as: session.options.format)
        }
    }
}
