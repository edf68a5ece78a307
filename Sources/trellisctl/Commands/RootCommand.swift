import ArgumentParser

/// The commands that are built in.
///
/// Those of plugins are grown from the contracts that the daemon serves.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trellisctl",
        abstract: "Gives commands to trellisd.",
        usage: """
            trellisctl [--socket PATH] [--json] [--timeout SECONDS] COMMAND …
            trellisctl PLUGIN COMMAND …
            """,
        discussion: """
            Options that every command has, wherever they stand on the line:
              --socket PATH      the daemon's socket, or its Varlink address; else $TRELLIS_SOCKET
              --json             print JSON, one object a line
              --timeout SECONDS  how long a call may take; 30 unless it is a stream

            'trellisctl plugin list' lists the plugins, and 'trellisctl PLUGIN --help' the commands of one. Exit statuses are \
            those of sysexits(3).
            """,
        version: "trellisctl 0.1.0",
        subcommands: [StatusCommand.self, PluginCommand.self, IntrospectCommand.self, CallCommand.self])

    /// The names of the commands.
    static let names = configuration.subcommands.compactMap { $0.configuration.commandName }
}
