import ArgumentParser
import HostInterface

/// What `help` tells in a shell that is not of one plugin.
struct ShellHelp {
    /// The way to the daemon.
    let session: Session

    /// Prints the commands and the plugins.
    ///
    /// - Throws: ``CommandFailure``, ``OutputClosed``; what the call throws.
    func print() async throws {
        let plugins = try await session.withTimeout { try await Catalogue(connection: session.connect()).plugins() }
        let columns = session.display.textColumns
        let builtIn = (BuiltInCommand.root?.subcommands ?? []).filter {
            $0.name != ShellCommand.configuration.commandName && $0.name != "help"
        }
        var lines = ["Commands:"]
        lines += TextColumns.list(
            builtIn.map { ($0.name, [$0.summary]) } + [
                ("help", ["Tell what a command takes."]), ("exit", ["End the shell."]),
            ],
            columns: columns)
        lines += ["", "Plugins, each with commands of its own:"]
        lines += TextColumns.list(plugins.map { ($0.name, [$0.summary.escapingControlCharacters]) }, columns: columns)
        lines += ["", "Say 'help PLUGIN' for the commands of a plugin, and 'help PLUGIN COMMAND' for what one takes."]
        try StandardOutput.write(line: lines.joined(separator: "\n"))
    }
}
