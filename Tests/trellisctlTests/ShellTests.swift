import Foundation
import Glibc
import SystemPackage
import Testing
import Varlink

@Suite("A shell that reads from a pipe", .timeLimit(.minutes(2)))
struct PipedShellTests {
    @Test("runs its lines over one connection")
    func session() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                ["shell", "sample", "--json"],
                input: "remember 'one two'\n# a comment\n\nremember \\\nthree\nrecall\n", variables: daemon.variables)
            #expect(ended == .init(status: EX_OK, output: "{}\n{}\n{\"words\":[\"one two\",\"three\"]}\n", error: ""))
            // Piped input is not recorded in the history.
            #expect(!FileManager.default.fileExists(atPath: daemon.folder.appending("xdg").string))
        }
    }

    @Test("a number calls the method Select of the plugin")
    func number() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                ["shell", "sample", "--json"], input: "2\nselect 3 near\nselect --note far 4\n",
                variables: daemon.variables)
            let output = """
                {"parameters":{"number":2}}
                {"parameters":{"note":"near","number":3}}
                {"parameters":{"note":"far","number":4}}

                """
            #expect(ended == .init(status: EX_OK, output: output, error: ""))
            let other = try await Program.run(["shell"], input: "2\n", variables: daemon.variables)
            #expect(other.status == EX_USAGE)
        }
    }

    @Test("help shows an optional parameter with a position, and others are given by name")
    func positions() async throws {
        try await withSampleDaemon { daemon in
            let help = try await Program.run(["sample", "select", "--help"], variables: daemon.variables)
            #expect(help.output.contains("select <number> [<note>] [OPTION …]"))
            #expect(!help.output.contains("[Positional]"))
            let surplus = try await Program.run(["sample", "select", "1", "a", "b"], variables: daemon.variables)
            #expect(surplus.status == EX_USAGE)
            #expect(surplus.error.contains("Did you mean '--remark b'?"))
        }
    }

    @Test("reports that the session was lost in a restart of the daemon")
    func lostSession() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                ["shell"], input: "sample refuse lost\n", variables: daemon.variables)
            #expect(ended.status == EX_TEMPFAIL)
            let message = """
                trellisctl: the daemon restarted, and the session with the plugin sample was lost \
                [io.trellis.Host.SessionLost].
                The next command begins a new session.

                """
            #expect(ended.error.hasPrefix(message))
        }
    }

    @Test("reports that the session ended with the previous configuration of the plugin")
    func reconfiguredSession() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                ["shell"], input: "sample refuse reconfigured\n", variables: daemon.variables)
            #expect(ended.status == EX_TEMPFAIL)
            let message = """
                trellisctl: the plugin sample has a new configuration [io.trellis.Host.PluginReconfigured].
                The call or its session used the previous one, and exceeded drainLimit. The next command uses the new one.

                """
            #expect(ended.error.hasPrefix(message))
        }
    }

    @Test("stops at the first command that fails, with the exit status of this command")
    func failing() async throws {
        try await withSampleDaemon { daemon in
            let input = "sample remember a\nsample recal\nsample remember b\n"
            let ended = try await Program.run(["shell"], input: input, variables: daemon.variables)
            #expect(ended.status == EX_USAGE)
            #expect(ended.error == "trellisctl: unknown command 'recal'.\nDid you mean 'recall'?\n")
            #expect(daemon.state.calls == ["Remember"])
            let kept = try await Program.run(
                ["shell", "--keep-going"], input: "sample refuse x\n" + input, variables: daemon.variables)
            #expect(kept.status == EX_DATAERR)
            #expect(daemon.state.calls == ["Remember", "Refuse", "Remember", "Remember"])
        }
    }

    @Test(
        "exits with a status, and rejects invalid lines",
        arguments: [
            ("exit\nsample refuse x\n", EX_OK, ""), ("exit 7\n", 7, ""),
            ("exit soon\n", EX_USAGE, "trellisctl: invalid status of 'exit': expected one integer from 0 to 255\n"),
            (
                "status | cat\n", EX_USAGE,
                "trellisctl: unquoted '|': this shell has no operators or expansions.\nPut it in quotes.\n"
            ),
            (
                "sample remember 'a\n", EX_DATAERR,
                "trellisctl: standard input ends within quotes or after a backslash.\n"
                    + "Close the quotes, or remove the backslash.\n"
            ),
            (
                "shell\n", EX_USAGE,
                "trellisctl: a shell cannot start another shell.\n"
                    + "Enter the commands here, or run 'trellisctl shell' in another terminal.\n"
            ),
            (
                "sample echo --title --full --count 3\n", EX_USAGE,
                "trellisctl: missing value for --title: TEXT.\n"
                    + "'--full' is an option. To pass it as the value, join the two: --title=--full\n"
            ),
            (
                "status --socket /x\n", EX_USAGE,
                "trellisctl: --socket cannot change the connection of a shell.\n"
                    + "Start another shell with --socket PATH.\n"
            ),
            (
                "sample echo --parameters -\n", EX_USAGE,
                "trellisctl: '-' is not available in a shell, which reads its commands from standard input.\n"
                    + "Replace '-' with the name of a file, or with the JSON.\n"
            ),
        ] as [(String, Int32, String)])
    func ends(input: String, status: Int32, error: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["shell"], input: input, variables: daemon.variables)
            #expect(ended == .init(status: status, output: "", error: error))
        }
    }

    @Test("has help for itself and its plugin")
    func help() async throws {
        try await withSampleDaemon { daemon in
            let all = try await Program.run(["shell"], input: "help\n", variables: daemon.variables)
            #expect(all.output.contains("\n  plugin      Show and control the plugins.\n"))
            #expect(all.output.contains("\n  exit        End the shell.\n"))
            #expect(all.output.contains("\n  sample  Shows everything.\n"))
            let plugin = try await Program.run(["shell", "sample"], input: "help\n", variables: daemon.variables)
            #expect(plugin.output.hasPrefix("Usage: COMMAND …\n\nEvery construct of a contract.\n"))
            #expect(plugin.output.contains("\nUse 'COMMAND --help' for the help of a command.\n"))
            let command = try await Program.run(
                ["shell", "sample"], input: "help remember\n", variables: daemon.variables)
            #expect(command.output.hasPrefix("Usage: remember <word>\n\nStores a word for the connection.\n"))
        }
    }

    @Test("starts a new session when the daemon restarts, and reports the new session")
    func restart() async throws {
        try await withSleepingDaemon { daemon in
            let program = try await daemon.run {
                let program = try Program(
                    Program.trellisctl, ["shell", "sample", "--json"], variables: daemon.variables)
                program.write("remember a\nrecall\n")
                #expect(await program.output.wait { $0.contains(#"{"words":["a"]}"#) })
                return program
            }
            let ended = try await daemon.run {
                program.write("recall\n")
                program.closeInput()
                return await program.end()
            }
            #expect(ended.output.hasSuffix(#"{"words":[]}"# + "\n"))
            #expect(ended.error == "trellisctl: the daemon closed the connection; this is a new session\n")
            #expect(ended.status == EX_OK)
        }
    }

    @Test(
        "cancels a command that waits for a pipe to be opened when a signal arrives",
        arguments: ["place --input", "list --output"], [SIGINT, SIGTERM])
    func waitingForPipe(command: String, signal: CInt) async throws {
        try await withSampleDaemon { daemon in
            let pipe = daemon.folder.appending("pipe").string
            #expect(mkfifo(pipe, 0o600) == 0)
            let program = try Program(Program.trellisctl, ["shell", "sample"], variables: daemon.variables)
            program.write("\(command) \(pipe)\nremember x\n")
            try await program.waitUntilItsCommandWaits()
            program.signal(signal)
            let ended = await program.end()
            #expect(ended.status == 128 + signal)
            #expect(
                ended.error
                    == (signal == SIGINT ? "trellisctl: cancelled; the next command begins a new session\n" : ""))
            #expect(daemon.state.calls == [])
        }
    }

    @Test(
        "cancels a command that waits for a silent pipe when a signal arrives",
        arguments: ["--input", "--output"])
    func silentPipe(option: String) async throws {
        try await withSampleDaemon { daemon in
            let pipe = daemon.folder.appending("pipe").string
            #expect(mkfifo(pipe, 0o600) == 0)
            // The list exceeds the capacity of a pipe.
            let title = JSONValue.string(String(repeating: "x", count: 1000))
            daemon.state.place(Array(repeating: ["title": title], count: 1000))
            // This descriptor is both a reader and a writer, so that neither end of the pipe is closed.
            let other = open(pipe, O_RDWR | O_CLOEXEC)
            defer { close(other) }
            let program = try Program(Program.trellisctl, ["shell", "sample"], variables: daemon.variables)
            program.write((option == "--input" ? "place" : "list") + " \(option) \(pipe)\n")
            try await program.waitUntilItsCommandWaits()
            program.signal(SIGINT)
            #expect(await program.end().status == 128 + SIGINT)
        }
    }

    @Test("reads and writes pipes that are opened later by the other side")
    func pipes() async throws {
        try await withSampleDaemon { daemon in
            let (input, output) = (daemon.folder.appending("in").string, daemon.folder.appending("out").string)
            #expect(mkfifo(input, 0o600) == 0 && mkfifo(output, 0o600) == 0)
            let program = try Program(Program.trellisctl, ["shell", "sample"], variables: daemon.variables)
            program.write("place-all --input \(input)\nlist --output \(output)\n")
            program.closeInput()
            try await program.waitUntilItsCommandWaits()
            let lines = (1...1000).map { #"{"title":"sound \#($0)"}"# + "\n" }.joined()
            let writer = try Program("/bin/sh", ["-c", "cat > \(input)"], variables: [:])
            writer.write(lines)
            writer.closeInput()
            #expect(await writer.end().status == EX_OK)
            let reader = try Program("/bin/sh", ["-c", "cat \(output)"], variables: [:])
            #expect(await reader.end().output == lines)
            let ended = await program.end()
            #expect(ended.status == EX_OK)
            #expect(ended.output.contains("1000 lines read from \(input)\n"))
            #expect(ended.output.contains("1000 lines written to \(output)\n"))
        }
    }

    @Test("does not start for an unknown plugin")
    func noPlugin() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["shell", "simple"], input: "help\n", variables: daemon.variables)
            #expect(ended.status == EX_USAGE)
            #expect(ended.error.hasPrefix("trellisctl: unknown command 'simple'"))
        }
    }
}

@Suite("A shell at a terminal", .timeLimit(.minutes(2)))
struct TerminalShellTests {
    /// Runs a body with a shell at a terminal of 60 columns, then ends the shell with Ctrl-D.
    private func withShell(
        _ words: [String] = ["sample"], _ body: (SampleDaemon, Terminal) async throws -> Void
    ) async throws -> Program.Ended {
        try await withSampleDaemon { daemon in
            let terminal = try Terminal(["shell"] + words, daemon: daemon, columns: 60)
            try await terminal.waitForPrompt(count: 1)
            try await body(daemon, terminal)
            terminal.program.write("\u{04}")
            return await terminal.program.end()
        }
    }

    @Test("edits lines, runs them, and exits on Ctrl-D")
    func editing() async throws {
        let ended = try await withShell { _, terminal in
            terminal.program.write(
                "remember one tXwo\u{1B}[D\u{1B}[D\u{7F}\u{01}\u{1B}f\u{1B}[200~ 'a\u{1B}[201~\u{05}'\r")
            try await terminal.waitForPrompt(count: 2)
            #expect(terminal.screen.rows.contains("sample> remember 'a one two'"))
            terminal.program.write("recall\r")
            try await terminal.waitForPrompt(count: 3)
            #expect(terminal.screen.rows.contains("words  a one two"))
        }
        #expect(ended.status == EX_OK)
    }

    @Test("completes commands, options and values")
    func completing() async throws {
        _ = try await withShell { _, terminal in
            terminal.program.write("ec\t")
            try await terminal.wait { $0.last == "sample> echo" }
            terminal.program.write("--lou\t")
            try await terminal.wait { $0.last == "sample> echo --loudness" }
            terminal.program.write("\t\t")
            try await terminal.wait {
                $0.suffix(3) == [
                    "soft  Barely audible.", "loud  Audible from far away.", "sample> echo --loudness",
                ]
            }
            terminal.program.write("s\t")
            try await terminal.wait { $0.last == "sample> echo --loudness soft" }
            terminal.program.write("\u{15}")
            try await terminal.wait { $0.last == "sample>" }
        }
    }

    @Test("has the history of this shell and of earlier shells")
    func history() async throws {
        try await withSampleDaemon { daemon in
            for turn in 1...2 {
                let terminal = try Terminal(["shell", "sample"], daemon: daemon, columns: 60)
                try await terminal.waitForPrompt(count: 1)
                terminal.program.write(turn == 1 ? "remember old\r" : "\u{1B}[A\r")
                try await terminal.waitForPrompt(count: 2)
                terminal.program.write(" remember secret\r")
                try await terminal.waitForPrompt(count: 3)
                terminal.program.write("\u{04}")
                #expect(await terminal.program.end().status == EX_OK)
            }
            #expect(daemon.state.calls == ["Remember", "Remember", "Remember", "Remember"])
            let path = daemon.folder.appending("xdg/trellis/history").string
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "remember old\n")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("works without a history when the history file cannot be read or written", arguments: ["a pipe", "a folder"])
    func noHistory(obstacle: String) async throws {
        try await withSampleDaemon { daemon in
            let folder = daemon.folder.appending("xdg/trellis").string
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let made = obstacle == "a pipe" ? mkfifo(folder + "/history", 0o600) : mkdir(folder + "/history", 0o700)
            #expect(made == 0)
            let terminal = try Terminal(["shell", "sample"], daemon: daemon, columns: 60)
            try await terminal.waitForPrompt(count: 1)
            terminal.program.write("remember word\r")
            try await terminal.waitForPrompt(count: 2)
            terminal.program.write("\u{1B}[A\r")
            try await terminal.waitForPrompt(count: 3)
            #expect(daemon.state.calls == ["Remember", "Remember"])
            terminal.program.write("\u{04}")
            #expect(await terminal.program.end().status == EX_OK)
        }
    }

    @Test("continues a line within quotes, and discards a line on Ctrl-C")
    func unfinished() async throws {
        _ = try await withShell(["sample", "--json"]) { _, terminal in
            terminal.program.write("remember 'a\r")
            try await terminal.wait { $0.last == ">" }
            terminal.program.write("b'\r")
            try await terminal.waitForPrompt(count: 2)
            terminal.program.write("remember 'c\r")
            try await terminal.wait { $0.last == ">" }
            terminal.program.write("\u{03}")
            try await terminal.waitForPrompt(count: 3)
            terminal.program.write("recall\r")
            try await terminal.waitForPrompt(count: 4)
            #expect(terminal.screen.rows.contains(#"{"words":["a\nb"]}"#))
        }
    }

    @Test("cancels a command on Ctrl-C, also in the daemon, and starts a new session")
    func cancelling() async throws {
        let ended = try await withShell(["sample", "--json"]) { daemon, terminal in
            terminal.program.write("remember a\r")
            try await terminal.waitForPrompt(count: 2)
            terminal.program.write("watch\r")
            try await terminal.wait { $0.contains { $0.contains("ready") } }
            terminal.program.write("\u{03}")
            try await terminal.waitForPrompt(count: 3)
            terminal.program.write("recall\r")
            try await terminal.waitForPrompt(count: 4)
            let rows = terminal.screen.rows
            #expect(rows.contains("trellisctl: cancelled; the next command begins a new session"))
            #expect(rows.contains(#"{"words":[]}"#))
        }
        // The failed command was reported, and does not change the status of the shell.
        #expect(ended.status == EX_OK)
    }

    @Test(
        "cancels a command that waits for a pipe on Ctrl-C",
        arguments: ["place --input", "list --output"])
    func cancellingPipe(command: String) async throws {
        try await withSampleDaemon { daemon in
            let pipe = daemon.folder.appending("pipe").string
            #expect(mkfifo(pipe, 0o600) == 0)
            let terminal = try Terminal(["shell", "sample"], daemon: daemon, columns: 200)
            try await terminal.waitForPrompt(count: 1)
            terminal.program.write("\(command) \(pipe)\r")
            try await terminal.program.waitUntilItsCommandWaits()
            terminal.program.write("\u{03}")
            try await terminal.waitForPrompt(count: 2)
            terminal.program.write("remember x\r")
            try await terminal.waitForPrompt(count: 3)
            terminal.program.write("\u{04}")
            let ended = await terminal.program.end()
            #expect(ended.status == EX_OK)
            #expect(ended.output.contains("trellisctl: cancelled; the next command begins a new session"))
            #expect(daemon.state.calls == ["Remember"])
        }
    }

    @Test("restores the terminal when a signal ends the shell", arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGABRT])
    func restoring(signal: CInt) async throws {
        try await withSampleDaemon { daemon in
            let terminal = try Terminal(["shell"], daemon: daemon, columns: 60)
            try await terminal.waitForPrompt(count: 1)
            #expect(terminal.program.isEchoing == false)
            terminal.program.signal(signal)
            #expect(await terminal.program.waitForEnd() == 128 + signal)
            #expect(terminal.program.isEchoing == true)
            // Bracketed paste mode is disabled.
            #expect(await terminal.program.output.wait { $0.hasSuffix("\u{1B}[?2004l") })
        }
    }

    @Test("can be suspended and resumed as a job, with the line and the terminal unchanged")
    func suspending() async throws {
        try await withSampleDaemon { daemon in
            var variables = daemon.variables
            variables["PS1"] = "ready> "
            // This shell does not change the terminal's settings for its jobs.
            let program = try Program("/bin/sh", ["-m", "-i"], variables: variables, over: .terminal(columns: 200))
            func stops(by stop: () -> Void, count: Int) async {
                stop()
                let isStopped = await program.output.wait {
                    let parts = $0.split(separator: "Stopped", omittingEmptySubsequences: false)
                    return parts.count > count && parts.last?.contains("ready> ") == true
                }
                #expect(isStopped, "\(program.output.text)")
                #expect(program.isEchoing)
            }
            /// Waits for a text after the job was stopped the last time.
            func shows(_ text: String) async {
                let isShown = await program.output.wait { $0.split(separator: "Stopped").last?.contains(text) == true }
                #expect(isShown, "\(program.output.text)")
            }
            program.write("\(Program.trellisctl) shell sample\r")
            await shows("sample> ")
            #expect(!program.isEchoing)
            program.write("remember o")
            await shows("sample> remember o")
            await stops(by: { program.write("\u{1A}") }, count: 1)
            program.write("fg\r")
            await shows("sample> remember o")
            #expect(!program.isEchoing)
            await stops(by: { program.signalForeground(SIGTSTP) }, count: 2)
            program.write("fg\r")
            await shows("sample> remember o")
            #expect(!program.isEchoing)
            program.write("ne\r")
            await daemon.state.wait(for: "Remember")
            // During a command, Ctrl-Z of the terminal stops the job, and Ctrl-C cancels the command but not the shell.
            program.write("watch --json\r")
            await shows(#"{"event":"ready","revision":0}"#)
            await stops(by: { program.write("\u{1A}") }, count: 3)
            program.write("fg\r")
            daemon.state.tell("gong")
            await shows("gong")
            program.write("\u{03}")
            await shows("cancelled; the next command begins a new session")
            await shows("sample> ")
            program.write("\u{04}")
            #expect(await program.output.wait { $0.hasSuffix("ready> ") })
            program.write("exit 7\r")
            #expect(await program.waitForEnd() == 7)
            #expect(daemon.state.calls == ["Remember", "Watch"])
        }
    }

    @Test("shows tables that fit the terminal, with local times, or blocks")
    func tables() async throws {
        try await withSampleDaemon { daemon in
            daemon.state.place([
                [
                    "title": "A bell with a very long title, as bells have", "loudness": "loud",
                    "heard": "2026-11-21T08:05:12.5Z",
                ]
            ])
            var variables = daemon.variables
            variables["TZ"] = "XYZ-2"
            let wide = try Program(
                Program.trellisctl, ["sample", "list"], variables: variables, over: .terminal(columns: 60))
            let rows = Screen(await wide.end().output, columns: 60).rows
            #expect(rows.first == "TITLE                             LOUDNESS  HEARD")
            #expect(rows.dropFirst().first == "A bell with a very long title, …  loud      2026-11-21 10:05")
            let narrow = try Program(
                Program.trellisctl, ["sample", "list"], variables: variables, over: .terminal(columns: 25))
            let blocks = Screen(await narrow.end().output, columns: 400).rows
            #expect(blocks.first == "title     A bell with a very long title, as bells have")
            let full = try Program(
                Program.trellisctl, ["sample", "list", "--full"], variables: variables, over: .terminal(columns: 25))
            #expect(await full.end().output.contains("A bell with a very long title, as bells have"))
        }
    }
}
