import CommandModel
import HostInterface
import Varlink

/// The command `trellisctl status`.
struct StatusCommand: BuiltInCommand {
    init(_ arguments: ParsedArguments) {}

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let reply = try await session.withTimeout { try await HostClient(connection).describe() }
        guard session.options.format == .people else {
            return try StandardOutput.write(JSONValue(reply), as: session.options.format)
        }
        let plugins = try await session.withTimeout { try await Catalogue(connection: connection).plugins() }
        for line in StatusProblems(plugins).lines { try StandardOutput.write(line: line) }
        let started = session.display.isTerminal ? TimeText.local(reply.started) ?? reply.started : reply.started
        try FieldPrinter.print([
            ("daemon", "trellisd \(reply.version.escapingControlCharacters)"),
            ("status", reply.status.escapingControlCharacters),
            ("process", "\(reply.pid), since \(started.escapingControlCharacters)"),
            ("plugins", "\(reply.running) of \(reply.enabled) running"),
            ("configuration", (reply.configuration ?? "none").escapingControlCharacters),
            ("state", reply.stateDirectory.escapingControlCharacters),
            (session.host == nil ? "socket" : "host", "\(session.address)".escapingControlCharacters),
        ])
    }
}
