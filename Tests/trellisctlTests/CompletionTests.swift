import Foundation
import Glibc
import SystemPackage
import Testing
import Varlink

@Suite("A request for completions", .timeLimit(.minutes(2)))
struct CompletionRequestTests {
    @Test(
        "is answered with the words that can follow",
        arguments: [
            (["sta"], "words\nstatus\tShow the state of the daemon.\n"),
            (["sam"], "words\nsample\tShows everything.\n"),
            (["sample", "rem"], "words\nremember\tStores a word for the connection.\n"),
            (["sample", "remember", "--w"], "words\n--word\n"),
            (["sample", "echo", "--loudness", ""], "words\nsoft\tBarely audible.\nloud\tAudible from far away.\n"),
            (["sample", "echo", "--loudness=l"], "words\n--loudness=loud\tAudible from far away.\n"),
            (["sample", "echo", "--title", ""], "nothing\n"), (["sample", "place", "x", "--input", ""], "files\n"),
            (["help", "sample", "remem"], "words\nremember\tStores a word for the connection.\n"),
            (
                ["call", "org.example.Sample.Rec"],
                "words\norg.example.Sample.Recall\tReturns the words stored for the connection.\n"
            ),
            (["introspect", "org.example.Sa"], "words\norg.example.Sample\n"), (["--socket", ""], "files\n"),
            (["inject", "sample.store.w"], "words\nsample.store.write\t2*error(EIO)\n"),
            (["jobs", ""], "words\nrun\tRun a job at once.\n"),
            (["jobs", "run", "d"], "words\ndigest.write\tevery 1h\n"),
            (["debug", "bundle", ""], "files\n"),
            (["debug", "bundle", "--dry"], "words\n--dry-run\tList the members, and write nothing.\n"),
            (["sample", "place", "x", "--input=so"], "files\n"), (["sample", "echo", "--timeout=1"], "nothing\n"),
            (["shell", "id"], "words\nidle\tDoes nothing.\n"),
            (["log", "--level", "w"], "words\nwarning\n"), (["log-level", "sample", "def"], "words\ndefault\n"),
            (["plugin", "graph", "r"], "words\nroot\tThe instances that all plugins share.\n"),
            (["plugin", "graph", "sam"], "words\nsample\tShows everything.\n"),
            (["config", "show", "log"], "words\nlog.level\tThe level.\n"),
            (["audit", "--fai"], "words\n--failed\tShow calls that were rejected or failed.\n"),
            (["--host", ""], "words\none\tweb1\ntwo\tweb2\n"), (["--host", "one,t"], "words\none,two\tweb2\n"),
            (["--host=o"], "words\n--host=one\tweb1\n"),
            (["--al"], "words\n--all\tRun the command on all hosts of the cluster.\n"),
            (["--all", "sample", "rec"], "words\nrecall\tReturns the words stored for the connection.\n"),
            (["--json", "sample", "rec"], "words\nrecall\tReturns the words stored for the connection.\n"),
            (["sample", "echo", "--title", "--lou", "--lou"], "words\n--loudness\tThe loudness.\n"),
            // A word that looks like an option is never the value of the option before it.
            (
                ["sample", "echo", "--title", "--loudness", ""],
                "words\nsoft\tBarely audible.\nloud\tAudible from far away.\n"
            ),
            (["--socket", "--timeout", "1", "sta"], "words\nstatus\tShow the state of the daemon.\n"),
            (["sample", "echo", "--input", "--loudness", "l"], "words\nloud\tAudible from far away.\n"),
            (
                ["sample", "list", "--o"],
                "words\n--output\tWrite replies to a file as JSON lines, '-' for standard output.\n"
            ),
            (
                ["sample", "count", "--onew"],
                "words\n--oneway\tDo not request a reply, and exit once the call is sent.\n"
            ),
            (["sample", "list", "--mor"], ""), (["nobody", ""], ""),
            (["org.example.Sh"], "words\norg.example.Shadow\n"),
            (["org"], "words\norg.example.Shadow\tHas a name that is taken.\n"),
            (["org.example.Shadow", "te"], "words\ntell\tReturns a word.\n"),
            (["help", "org.example.Shadow", ""], "words\ntell\tReturns a word.\n"),
        ])
    func answers(words: [String], answer: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["_complete"] + words, variables: daemon.variables)
            #expect(ended == .init(status: EX_OK, output: answer, error: ""))
        }
    }

    @Test("accepts words with quotes")
    func quoted() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                ["_complete", "--quoted", "'sample'", "echo", #"a\ b"#, "3", "\"--loud"], variables: daemon.variables)
            #expect(ended.output == "words\n--loudness\tThe loudness.\n")
        }
    }

    @Test("is answered with built-in commands only, without a daemon")
    func noDaemon() async throws {
        let variables = ["TRELLIS_SOCKET": "/nonexistent/socket", "TRELLIS_COMPLETION_TIMEOUT": "60"]
        let plugin = try await Program.run(["_complete", "sample", ""], variables: variables)
        #expect(plugin == .init(status: EX_OK, output: "", error: ""))
        let command = try await Program.run(["_complete", "st"], variables: variables)
        #expect(command.output == "words\nstatus\tShow the state of the daemon.\n")
    }
}

@Suite("Completion in shells", .timeLimit(.minutes(2)))
struct ShellCompletionTests {
    /// The folder of the scripts.
    private static let scripts = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "completions").path

    /// Whether a program is installed.
    static func isInstalled(_ name: String) -> Bool { access("/usr/bin/\(name)", X_OK) == 0 }

    /// The environment of a shell that finds `trellisctl`.
    private func variables(_ daemon: SampleDaemon) -> [String: String] {
        var variables = daemon.variables
        variables["PATH"] = Program.trellisctl.dropLast("/trellisctl".count) + ":/usr/bin:/bin"
        variables.merge(["HOME": daemon.folder.string, "TERM": "xterm", "LANG": "C.UTF-8", "INPUTRC": "/dev/null"]) {
            $1
        }
        return variables
    }

    /// Enters lines in a shell, and checks their effects.
    private func expectCompletion(in shell: String, _ words: [String], prepare: String) async throws {
        try await withSampleDaemon { daemon in
            let file = daemon.folder.appending("sounds.jsonl").string
            try #"{"title":"Horn"}"#.appending("\n").write(toFile: file, atomically: false, encoding: .utf8)
            let program = try Program(shell, words, variables: variables(daemon), over: .terminal(columns: 120))
            /// Enters a line, and waits until it has run and the shell shows the next prompt.
            func type(_ line: String, turn: Int) async {
                // The echo of the line contains the quotes, but the output does not.
                program.write("\(line); echo TURN''\(turn)\r")
                let isDone = await program.output.wait {
                    $0.split(separator: "TURN\(turn)").dropFirst().last?.contains("ready> ") == true
                }
                #expect(isDone, "\(program.output.text)")
            }
            await type("\(prepare); cd \(daemon.folder); PS1='ready> '", turn: 1)
            // The completed word follows a character at which some shells break words.
            await type("trellisctl sam\tplace --sound.ti\tBell --times 3 --sound.loudness=l\t", turn: 2)
            // The completed word is the name of a file.
            await type("trellisctl sample place-all --input sou\t", turn: 3)
            #expect(
                daemon.state.sounds.map { $0.formatted(.compact) }
                    == [#"{"title":"Bell","loudness":"loud"}"#, #"{"title":"Horn"}"#])
            program.write("trellisctl sample echo --loudness \t\t")
            #expect(await program.output.wait { $0.contains("soft") })
            program.write("\u{15}exit\r")
            _ = await program.waitForEnd()
        }
    }

    @Test("works in bash", .enabled(if: isInstalled("bash"), "needs bash"))
    func bash() async throws {
        try await expectCompletion(
            in: "/usr/bin/bash", ["--norc", "--noprofile", "-i"], prepare: "source \(Self.scripts)/trellisctl.bash")
    }

    @Test(
        "quotes candidates for bash", .enabled(if: isInstalled("bash"), "needs bash"),
        arguments: [
            ("", #"a\ b\$\(c\)\'d"#), ("'a", #"a b$(c)'\''d"#), (#""a"#, #"a b\$(c)'d"#), ("--x=a", #"a\ b\$\(c\)\'d"#),
        ])
    func quoting(word: String, quoted: String) async throws {
        try await withSampleDaemon { daemon in
            // A script replaces trellisctl, because the names that a daemon serves may contain any character.
            let program = daemon.folder.appending("trellisctl").string
            let start = word.hasPrefix("--x=") ? "--x=" : ""
            let text = "#!/bin/sh\nprintf '%s\\n' words \"\(start)a b\\$(c)'d\tA summary.\"\n"
            // Another process writes the script: programs that other tests start could inherit the open file, which
            // could then not be executed (ETXTBSY).
            let written = try await Program.run(
                #"printf '%s' "$TEXT" > "$FILE" && chmod 755 "$FILE""#, by: "/bin/sh",
                variables: ["TEXT": text, "FILE": program, "PATH": "/usr/bin:/bin"])
            #expect(written.status == EX_OK)
            let script = """
                source \(Self.scripts)/trellisctl.bash
                COMP_LINE=$1 COMP_POINT=${#1} COMP_CWORD=1 COMP_WORDS=("${1%% *}" "${1#* }")
                case $1 in *=*) COMP_CWORD=3 COMP_WORDS=("${1%% *}" --x = a) ;; esac
                _trellisctl
                printf '%s' "${COMPREPLY[@]}"
                """
            let shell = try Program(
                "/usr/bin/bash", ["--norc", "-c", script, "bash", "\(program) \(word)"], variables: variables(daemon))
            shell.closeInput()
            #expect(await shell.end() == .init(status: EX_OK, output: quoted, error: ""))
        }
    }

    @Test("works in zsh", .enabled(if: isInstalled("zsh"), "needs zsh (Debian package zsh)"))
    func zsh() async throws {
        try await expectCompletion(
            in: "/usr/bin/zsh", ["-f", "-i"],
            prepare: "fpath=(\(Self.scripts) $fpath); autoload -U compinit; compinit -u -D; bindkey -e")
    }

    @Test("works in fish", .enabled(if: isInstalled("fish"), "needs fish (Debian package fish)"))
    func fish() async throws {
        try await withSampleDaemon { daemon in
            let file = daemon.folder.appending("sounds.jsonl").string
            try "".write(toFile: file, atomically: false, encoding: .utf8)
            #expect(symlink(Program.trellisctl, daemon.folder.appending("trellisctl").string) == 0)
            let lines = [
                ("trellisctl sam", "sample\tShows everything.\n"),
                ("trellisctl sample remem", "remember\tStores a word for the connection.\n"),
                ("trellisctl sample echo --loudness ", "soft\tBarely audible.\nloud\tAudible from far away.\n"),
                ("trellisctl sample echo --loudness=l", "--loudness=loud\tAudible from far away.\n"),
                ("trellisctl sample place-all --input sou", "sounds.jsonl\n"),
                ("trellisctl sample place-all --input=sou", "--input=sounds.jsonl\n"),
                ("trellisctl sample place-all --input=~/sou", "--input=~/sounds.jsonl\n"),
                (#"trellisctl sample place-all --input "sou"#, "sounds.jsonl\n"),
                (#"trellisctl sample place-all --input="sou"#, "--input=sounds.jsonl\n"),
                ("~/trellisctl sam", "sample\tShows everything.\n"),
                ("~/nothing/trellisctl sam", ""),
            ]
            for (line, answer) in lines {
                let script =
                    "cd \(daemon.folder); source \(Self.scripts)/trellisctl.fish; complete --do-complete '\(line)'"
                let program = try Program("/usr/bin/fish", ["--no-config", "-c", script], variables: variables(daemon))
                program.closeInput()
                let ended = await program.end()
                #expect(ended.output == answer, "\(line)")
                #expect(ended.error == "", "\(line)")
            }
        }
    }
}
