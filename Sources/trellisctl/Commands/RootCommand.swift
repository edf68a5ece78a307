import ArgumentParser
import Foundation

/// The commands that are built in.
///
/// Those of plugins are grown from the contracts that the daemon serves.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trellisctl",
        abstract: "Gives commands to trellisd.",
        usage: """
            trellisctl [OPTION …] COMMAND …
            trellisctl [OPTION …] PLUGIN COMMAND …
            trellisctl [OPTION …] INTERFACE COMMAND …
            """,
        discussion: """
            Options of every command, wherever they stand on the line:
            \(options)

            'trellisctl plugin list' lists the plugins, and 'trellisctl PLUGIN --help' the commands of one. Exit statuses are \
            those of sysexits(3). More is in trellisctl(1).
            """,
        version: "trellisctl 0.1.0",
        subcommands: [
            StatusCommand.self, PluginCommand.self, IntrospectCommand.self, CallCommand.self, ShellCommand.self,
            AuditCommand.self,
        ])

    /// The names of the commands.
    static let names = configuration.subcommands.compactMap { $0.configuration.commandName }

    /// Whether a word that begins a line is a built-in command, and not the name of a plugin.
    static func isReserved(_ word: String) -> Bool { (names + ["help"]).contains(word) }

    /// The help of a command as the argument parser has it, with the options that every command has.
    ///
    /// - Parameter help: What the parser has to say; what is no help, and the program's own help, stays as it is.
    /// - Returns: The help.
    static func completing(help: String) -> String {
        guard help.hasPrefix("OVERVIEW: "), !help.hasPrefix("OVERVIEW: \(configuration.abstract)\n") else {
            return help
        }
        let rest = help.reversed().drop { $0 == "\n" }.reversed()
        return ([String(rest), ""] + HelpText.optionsOfEveryCommand(columns: columns)).joined(separator: "\n")
    }

    private static var columns: Int { Display.current(ProcessInfo.processInfo.environment).textColumns }

    private static var options: String {
        let entries = BuiltInOption.ofEveryCommand.map { (term: $0.usage, text: [$0.summary]) }
        // The argument parser breaks lines anew that come near the width of the terminal.
        let columns = min(78, columns - 2)
        return TextColumns.list(entries, columns: columns).joined(separator: "\n")
    }
}
