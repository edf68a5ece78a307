import CommandModel
import Glibc

/// The command `trellisctl shell`.
struct ShellCommand {
    private let plugin: String?
    private let keepsGoing: Bool

    /// Reads the parameters from the parsed command line.
    init(_ arguments: ParsedArguments) {
        plugin = arguments.text("plugin")
        keepsGoing = arguments.has("keep-going")
    }

    /// Runs the shell on a terminal or on other standard input.
    ///
    /// - Parameters:
    ///   - session: The context of the command.
    ///   - runLine: Runs the command of a line.
    /// - Returns: The exit status of the shell.
    /// - Throws: ``CommandFailure`` when the shell cannot start or read its input; ``OutputClosed`` when the reader of
    ///   the output closes it; the error of a call.
    func run(in session: Session, by runLine: @escaping Shell.LineRunner) async throws -> Int32 {
        guard !session.isShell else {
            throw CommandFailure(
                EX_USAGE, "a shell cannot start another shell",
                advice: "Enter the commands here, or run 'trellisctl shell' in another terminal.")
        }
        let shell = Shell(plugin: plugin, in: session, runLine: runLine)
        try await shell.open()
        let status: Int32
        if isatty(STDERR_FILENO) == 1, let editor = LineEditor(session.variables) {
            status = try await shell.run(linesFrom: editor)
        } else {
            status = try await shell.runStandardInput(keepsGoing: keepsGoing)
        }
        await shell.close()
        return status
    }
}
