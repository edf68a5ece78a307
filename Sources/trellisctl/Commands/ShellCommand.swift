import ArgumentParser
import Glibc

/// The command `trellisctl shell`.
struct ShellCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell", abstract: "Give commands one after another, over one connection.",
        discussion: """
            One connection is one session with the daemon: what a plugin remembers of a client it remembers from line to line. \
            Lines are read as a POSIX shell reads them, with quotes and backslashes, but without variables, pipes and the like. \
            'help' lists the commands, 'exit' or Ctrl-D ends the shell. Ctrl-C cancels a command, which closes the connection: \
            the next command begins a new session.

            From a file or a pipe there is no prompt, and the shell ends at the first command that fails, with its exit status.
            """)

    @Argument(help: "A plugin, whose name then goes without saying.")
    var plugin: String?

    @Flag(help: "Go on after a command that fails; the exit status is that of the first.")
    var keepGoing = false

    func run(in session: Session) async throws {
        guard session.shared == nil else { throw CommandFailure(EX_USAGE, "this is a shell already") }
        let shell = Shell(plugin: plugin, in: session)
        try await shell.open()
        let status: Int32
        if isatty(STDERR_FILENO) == 1, let editor = LineEditor(session.variables) {
            status = try await shell.run(linesFrom: editor)
        } else {
            status = try await shell.runStandardInput(keepsGoing: keepGoing)
        }
        await shell.close()
        if status != EX_OK { throw ExitCode(status) }
    }
}
