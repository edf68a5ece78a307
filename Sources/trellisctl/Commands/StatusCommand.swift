import ArgumentParser
import HostInterface
import Varlink

/// The command `trellisctl status`.
struct StatusCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Describe the daemon.")

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        let reply = try await session.withTimeout { try await HostClient(connection).describe() }
        if session.options.json {
            try StandardOutput.write(line: EncodedJSON(reply).text)
            return
        }
        try RecordPrinter.print([
            ("daemon", "trellisd \(reply.version.escapingControlCharacters)"),
            ("status", reply.status.escapingControlCharacters),
            ("process", "\(reply.pid), since \(reply.started.escapingControlCharacters)"),
            ("plugins", "\(reply.running) of \(reply.enabled) running"),
            ("configuration", (reply.configuration ?? "none").escapingControlCharacters),
            ("state", reply.stateDirectory.escapingControlCharacters),
            ("socket", "\(session.address)".escapingControlCharacters),
        ])
    }
}
