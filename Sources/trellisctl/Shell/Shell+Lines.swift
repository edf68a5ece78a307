import Glibc

extension Shell {
    /// Runs the commands that a user enters at a terminal.
    ///
    /// - Parameter editor: Reads the lines.
    /// - Returns: The exit status: the argument of `exit`, otherwise 0. The user has seen the failures of commands.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when the terminal can't be
    ///   read.
    func run(linesFrom editor: LineEditor) async throws -> Int32 {
        // While a line is edited, Ctrl-C is a key. A signal that was intended for a command must not end the shell.
        signal(SIGINT, SIG_IGN)
        let completer = ShellCompleter(plugin: plugin, in: session)
        var history = ShellHistory(session.variables)
        for line in history.lines { editor.addHistory(line) }
        var text = ""
        while true {
            let answer = try await editor.read(text.isEmpty ? "\(plugin ?? "trellis")> " : "> ") { [text] in
                await completer.completion(of: text + $0)
            }
            switch answer {
            case .end: return EX_OK
            case .interrupted: text = ""
            case .line(let line):
                text += line
                let outcome = try await run(text)
                if outcome == .unfinished {
                    text += "\n"
                    continue
                }
                if history.add(text) { editor.addHistory(text) }
                text = ""
                if case .exit(let status) = outcome { return status }
            }
        }
    }

    /// Runs the commands of a file or a pipe on standard input.
    ///
    /// - Parameter keepsGoing: Whether to continue after a command that fails.
    /// - Returns: The exit status: the argument of `exit`, otherwise that of the first command that failed.
    /// - Throws: ``OutputClosed`` when the reader has closed the output; ``CommandFailure`` when the input can't be
    ///   read, or ends in an incomplete command.
    func runStandardInput(keepsGoing: Bool) async throws -> Int32 {
        let source = try LineReader(path: "-")
        var text = ""
        var failure = EX_OK
        while let line = try await source.next() {
            text += line.text
            switch try await run(text) {
            case .unfinished:
                text += "\n"
                continue
            case .exit(let status): return status
            case .done(let status):
                if failure == EX_OK { failure = status }
                if status != EX_OK, !keepsGoing { return status }
            }
            text = ""
        }
        guard text.isEmpty else {
            throw CommandFailure(
                EX_DATAERR, "standard input ends within quotes or after a backslash",
                advice: "Close the quotes, or remove the backslash.")
        }
        return failure
    }
}
