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
        let plugins = try await session.withTimeout { try await Catalogue(connection: connection).plugins() }
        guard session.options.format == .people else {
            for plugin in plugins { try StandardOutput.write(JSONValue(plugin), as: session.options.format) }
            return
        }
        let rows = plugins.map { plugin in
            [plugin.name, plugin.state.rawValue, plugin.version, plugin.reason ?? plugin.status ?? plugin.summary]
                .map(\.escapingControlCharacters)
        }
        guard !rows.isEmpty else { return }
        let table = Table(
            header: ["NAME", "STATE", "VERSION", "ABOUT"], rows: rows, columns: session.display.columns)
        try StandardOutput.write(line: table.headerLine(style: Style.heading))
        for row in rows { try StandardOutput.write(line: table.line(of: row, style: Style.cell)) }
    }
}
