import ArgumentParser
import Varlink

/// The command `trellisctl introspect`.
struct IntrospectCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "introspect", abstract: "List the interfaces that the daemon serves, or print one.")

    @Argument(help: "The interface, such as io.trellis.Host.")
    var interface: String?

    func run(in session: Session) async throws {
        let service = ServiceClient(try await session.connect())
        let interface = interface
        try await session.withTimeout {
            if let interface {
                let reply = try await service.getInterfaceDescription(interface: interface)
                if session.options.json {
                    try StandardOutput.write(line: EncodedJSON(reply).text)
                } else {
                    let text = reply.description.split(separator: "\n", omittingEmptySubsequences: false)
                    for line in text.last?.isEmpty == true ? text.dropLast() : text {
                        try StandardOutput.write(line: String(line).escapingControlCharacters)
                    }
                }
            } else {
                let reply = try await service.getInfo()
                if session.options.json {
                    try StandardOutput.write(line: EncodedJSON(reply).text)
                } else {
                    for name in reply.interfaces { try StandardOutput.write(line: name.escapingControlCharacters) }
                }
            }
        }
    }
}
