import ArgumentParser
import HostInterface
import Varlink

/// The command `trellisctl plugin`.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "See the plugins.", subcommands: [PluginListCommand.self])
}

/// The command `trellisctl plugin list`.
struct PluginListCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List every plugin that the daemon was built with.",
        discussion: "With --json each line has everything that the daemon says of a plugin, also what would enable it.")

    func run(in session: Session) async throws {
        let connection = try await session.connect()
        try await session.withTimeout {
            var rows: [[String]] = []
            for try await reply in HostClient(connection).listPlugins() {
                guard let plugin = reply.plugin else { continue }
                if session.options.json {
                    try StandardOutput.write(line: EncodedJSON(plugin).text)
                } else {
                    rows.append(
                        [
                            plugin.name, plugin.state.rawValue, plugin.version,
                            plugin.reason ?? plugin.status ?? plugin.summary,
                        ]
                        .map(\.escapingControlCharacters))
                }
            }
            guard !rows.isEmpty else { return }
            let table = Table(header: ["NAME", "STATE", "VERSION", "ABOUT"], rows: rows)
            try StandardOutput.write(line: table.line(table.header) { Style.heading($1) })
            for row in rows {
                try StandardOutput.write(line: table.line(row) { $0 == 1 ? Style.state($1, as: $1) : $1 })
            }
        }
    }
}
