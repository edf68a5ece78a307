import CommandModel
import HostInterface

/// The output of `help` in a shell without a plugin.
struct ShellHelp {
    /// The connection to the daemon.
    let session: Session

    /// Prints the commands and the plugins.
    ///
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached or writing fails; ``OutputClosed`` when the
    ///   reader has closed the output; the error of the call.
    func print() async throws {
        let plugins = try await session.withTimeout { try await Catalogue(connection: session.connect()).plugins() }
        let columns = session.display.textColumns
        let builtIn = BuiltInCommands.root.subcommands.filter { $0.name != BuiltInCommands.shell.name }
        let own = [BuiltInCommands.help, BuiltInCommands.exit]
        var lines = ["Commands:"]
        lines += TextLayout.list(
            builtIn.map { ($0.name, [$0.summary]) } + own.map { ($0.word, [$0.summary]) }, columns: columns)
        lines += ["", "Plugins:"]
        lines += TextLayout.list(plugins.map { ($0.name, [$0.summary.escapingControlCharacters]) }, columns: columns)
        lines += [
            "", "Use 'help PLUGIN' for the commands of a plugin, and 'help PLUGIN COMMAND' for the help of a command.",
        ]
        try StandardOutput.write(line: lines.joined(separator: "\n"))
    }
}
