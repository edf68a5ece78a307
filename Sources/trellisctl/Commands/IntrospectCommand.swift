import CommandModel
import Varlink

/// The command `trellisctl introspect`.
struct IntrospectCommand: BuiltInCommand {
    private let interface: String?

    init(_ arguments: ParsedArguments) {
        interface = arguments.text("interface")
    }

    func run(in session: Session) async throws {
        let service = ServiceClient(try await session.connect())
        let format = session.options.format
        if let interface {
            let reply = try await session.withTimeout {
                try await service.getInterfaceDescription(interface: interface)
            }
            guard format == .people else { return try StandardOutput.write(JSONValue(reply), as: format) }
            let text = reply.description.split(separator: "\n", omittingEmptySubsequences: false)
            for line in text.last?.isEmpty == true ? text.dropLast() : text {
                try StandardOutput.write(line: String(line).escapingControlCharacters)
            }
        } else {
            let reply = try await session.withTimeout { try await service.getInfo() }
            guard format == .people else { return try StandardOutput.write(JSONValue(reply), as: format) }
            for name in reply.interfaces { try StandardOutput.write(line: name.escapingControlCharacters) }
        }
    }
}
