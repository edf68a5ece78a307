import Glibc

extension Shell {
    /// Asks a person at a terminal for lines until there are no more.
    ///
    /// - Parameter mode: The terminal.
    /// - Returns: The exit status: what `exit` says, else 0. What failed was told to the person.
    /// - Throws: ``OutputClosed``; ``CommandFailure`` when the terminal can't be read.
    func talk(_ mode: TerminalMode) async throws -> Int32 {
        // While a line is edited Ctrl-C is a key; a signal that was meant for a command must not end the shell.
        signal(SIGINT, SIG_IGN)
        let prompt = LinePrompt(mode, variables: session.variables)
        let completer = ShellCompleter(plugin: plugin, in: session)
        var history = ShellHistory(session.variables)
        var text = ""
        while true {
            let before = text
            let answer = try await prompt.ask(
                before.isEmpty ? "\(plugin ?? "trellis")> " : "> ", history: history.lines,
                complete: { await completer.completion(of: before + $0) })
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
                history.add(text)
                text = ""
                if case .exit(let status) = outcome { return status }
            }
        }
    }

    /// Takes lines from a file or a pipe until there are no more.
    ///
    /// - Parameter keepsGoing: Whether a command that fails does not end it.
    /// - Returns: The exit status: what `exit` says, else that of the first command that failed.
    /// - Throws: ``OutputClosed``; ``CommandFailure`` when the input can't be read, or ends in the middle of a line.
    func read(keepsGoing: Bool) async throws -> Int32 {
        let source = try LineSource(path: "-")
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
            throw CommandFailure(EX_DATAERR, "standard input ends within quotes, or behind a backslash")
        }
        return failure
    }
}
