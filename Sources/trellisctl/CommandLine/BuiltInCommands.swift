import CommandModel

/// The built-in commands: their names, parameters and help.
///
/// The folder `Commands` has the types that run the commands. The commands of plugins are derived from their contracts.
enum BuiltInCommands {
    /// The program, with its commands.
    static let root: Command = {
        var root = Command(
            "trellisctl", summary: "Control trellisd.",
            discussion: [
                """
                'trellisctl plugin list' lists the plugins, and 'trellisctl PLUGIN --help' the commands of a \
                plugin. Every command has the options below, at any position before '--'. Exit statuses are \
                those of sysexits(3).
                """
            ],
            parameters: GlobalOptions.parameters,
            subcommands: [
                status, plugin, config, plan, reload, introspect, call, shell, events, log, logLevel, audit, doctor,
                debug, inject,
            ])
        root.usage = ["[OPTION …] COMMAND …", "[OPTION …] PLUGIN COMMAND …", "[OPTION …] INTERFACE COMMAND …"]
        root.version = "trellisctl \(version)"
        root.manual = "trellisctl(1)"
        return root
    }()

    /// The version of the program.
    static let version = "0.1.0"

    /// The names of the commands.
    static let names = root.subcommands.map(\.name)

    /// The command `help`, which the parser of the root handles.
    static let help = Completion.Candidate("help", "Show the help of a command.")

    /// The command `exit`, which only a shell handles.
    static let exit = Completion.Candidate("exit", "End the shell.")

    /// Whether a word at the start of a command line is a built-in command, so that it cannot be the name of a plugin.
    static func isReserved(_ word: String) -> Bool { word == help.word || names.contains(word) }

    static let status = Command("status", summary: "Show the state of the daemon.")
}
