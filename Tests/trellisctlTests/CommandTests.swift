import CommandModel
import Foundation
import Glibc
import Testing
import Varlink

@testable import trellisctl

@Suite("A command of a plugin", .timeLimit(.minutes(2)))
struct CommandTests {
    @Test(
        "passes the parameters with the types of the contract",
        arguments: [
            (["sample", "echo", "Tea", "3"], #"{"title":"Tea","count":3}"#),
            (
                [
                    "sample", "echo", "--at.x", "1", "--at.y=2", "Tea", "--loudness", "loud", "3", "--no-is-loud",
                    "--ratio=0.5",
                ],
                #"{"title":"Tea","count":3,"ratio":0.5,"isLoud":false,"loudness":"loud","at":{"x":1,"y":2}}"#
            ),
            (
                [
                    "sample", "echo", "Tea", "3", "--tags=a", "--tags", "b", "--notes.k", "v", "--data",
                    #"{"z":[null]}"#,
                ],
                #"{"title":"Tea","count":3,"tags":["a","b"],"notes":{"k":"v"},"data":{"z":[null]}}"#
            ),
            (
                ["sample", "echo", "Tea", "3", "--parameter-timeout", "9", "--timeout", "20"],
                #"{"title":"Tea","count":3,"timeout":9}"#
            ),
            (
                ["sample", "echo", "Tea", "3", "--chain", #"{"name":"a","next":{"name":"b","next":{"name":"c"}}}"#],
                #"{"title":"Tea","count":3,"chain":{"name":"a","next":{"name":"b","next":{"name":"c"}}}}"#
            ),
            (
                [
                    "sample", "echo", "--parameters", #"{"title":"Tea","count":3,"tags":["a"]}"#, "--count=4",
                    "--tags=b",
                ],
                #"{"title":"Tea","count":4,"tags":["a","b"]}"#
            ),
            (["sample", "echo", "--count=3", "--", "--json"], #"{"title":"--json","count":3}"#),
            (["sample", "echo", "--title=--json", "--count", "-3"], #"{"title":"--json","count":-3}"#),
        ])
    func parameters(words: [String], json: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["--json"] + words, variables: daemon.variables)
            #expect(ended == .init(status: EX_OK, output: #"{"parameters":\#(json)}"# + "\n", error: ""))
        }
    }

    @Test(
        "does not use an option as the value of the option before it",
        arguments: [
            (
                ["sample", "echo", "--title", "--full", "--count", "3"], "missing value for --title: TEXT",
                "--title=--full"
            ),
            (
                ["sample", "echo", "--count", "3", "--title", "--follow"], "missing value for --title: TEXT",
                "--title=--follow"
            ),
            (
                ["sample", "echo", "--count", "3", "--title", "--"], "missing value for --title: TEXT",
                "--title=--"
            ),
            (["sample", "list", "--output", "--full"], "missing value for --output: FILE", "--output=--full"),
            (["status", "--timeout", "--full"], "missing value for --timeout: SECONDS", "--timeout=--full"),
        ])
    func optionAsValue(words: [String], sentence: String, remedy: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(words, variables: daemon.variables)
            let option = remedy.drop { $0 != "=" }.dropFirst()
            let advice = "'\(option)' is an option. To pass it as the value, join the two: \(remedy)"
            #expect(ended == .init(status: EX_USAGE, output: "", error: "trellisctl: \(sentence).\n\(advice)\n"))
            #expect(daemon.state.calls == [])
        }
    }

    @Test("reads parameters from standard input")
    func parametersFromInput() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                ["sample", "echo", "--parameters", "-", "--count", "5", "--json"], input: "{\n\"title\": \"Tea\"\n}\n",
                variables: daemon.variables)
            #expect(ended.output == #"{"parameters":{"title":"Tea","count":5}}"# + "\n")
        }
    }

    @Test(
        "fails with a reason and an exit status",
        arguments: [
            (
                ["sample", "echo", "Tea"], EX_USAGE,
                "trellisctl: missing argument 'count'.\nUsage: trellisctl sample echo <title> <count> [OPTION …]\n"
            ),
            (["sample", "ecko"], EX_USAGE, "trellisctl: unknown command 'ecko'.\nDid you mean 'echo'?\n"),
            (
                ["simple", "echo"], EX_USAGE,
                "trellisctl: unknown command 'simple'.\nDid you mean 'sample'?\n"
            ),
            (["idle", "run"], EX_UNAVAILABLE, " trellis.yaml and run 'trellisctl reload'.\nSay plugins.idle.\n"),
            (
                ["sample", "refuse", "no reason"], EX_DATAERR,
                "trellisctl: the request was refused (reason: no reason) [org.example.Sample.Refused]\n"
            ),
            (
                ["sample", "refuse", "full"], EX_IOERR,
                "trellisctl: no space is left [org.example.Sample.StorageFull]\n"
            ),
            (
                ["call", "org.example.Sample.Refuse", #"{"reason":"no reason"}"#], EX_DATAERR,
                "trellisctl: the request was refused (reason: no reason) [org.example.Sample.Refused]\n"
            ),
            (
                ["call", "--more", "org.example.Sample.Watch", #"{"since":-1}"#], EX_DATAERR,
                "trellisctl: the changes after this revision are no longer available (since: -1) [org.example.Sample.HistoryUnavailable]\n"
            ),
            (
                ["sample", "refuse", "as another"], EX_DATAERR,
                "trellisctl: another error with this name [org.example.Shadow.Refused]\n"
            ),
            (
                ["sample", "refuse", "as nobody"], EX_DATAERR,
                "trellisctl: the call failed [org.example.Nobody.Refused]\n"
            ),
            (
                ["sample", "echo", "Tea", "3", "--loudness", "lowd"], EX_USAGE,
                "trellisctl: invalid value for --loudness: expected one of soft, loud, got 'lowd'.\nDid you mean 'loud'?\n"
            ),
            (
                ["sample", "echo", "--parameters", "[1]"], EX_DATAERR,
                "trellisctl: invalid parameters: expected a JSON object, such as '{\"id\": \"…\"}'\n"
            ),
            (
                ["sample", "wait", "--timeout", "0.05"], EX_TEMPFAIL,
                "did not answer within 0.05 s.\nUse --timeout SECONDS to wait longer.\n"
            ),
            (
                ["sample", "echo", "--more", "--oneway"], EX_USAGE,
                "trellisctl: --oneway and --more exclude each other\n"
            ),
            (
                ["sample", "list", "--oneway"], EX_USAGE,
                "trellisctl: 'sample list' sends several replies and cannot be called with --oneway\n"
            ),
            (
                ["call", "org.example.Sample.List", "--oneway"], EX_USAGE,
                "trellisctl: org.example.Sample.List sends several replies and cannot be called with --oneway.\nUse --more.\n"
            ),
            (
                ["call", "org.example.Sample.Lost", "--oneway"], EX_USAGE,
                "trellisctl: unknown method org.example.Sample.Lost [org.varlink.service.MethodNotFound].\nA method name includes the interface, such as "
                    + "io.trellis.Host.Describe. 'trellisctl introspect INTERFACE' prints an interface.\n"
            ),
            (
                ["call", "org.example.Lost.List", "--oneway"], EX_USAGE,
                "trellisctl: the daemon serves no interface org.example.Lost [org.varlink.service.InterfaceNotFound].\n"
                    + "'trellisctl introspect' lists its interfaces. The interfaces of a plugin that has stopped are not served.\n"
            ),
            (
                ["sample", "echo", "--follow", "a", "1"], EX_USAGE,
                "trellisctl: 'sample echo' sends one reply and cannot be called with --follow\n"
            ),
        ] as [([String], Int32, String)])
    func failing(words: [String], status: Int32, error: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(words, variables: daemon.variables)
            #expect(ended.status == status)
            #expect(ended.errorWithoutRequestID.hasSuffix(error))
            #expect(ended.output == "")
        }
    }

    @Test(
        "prints errors as JSON with --json",
        arguments: [
            (
                ["sample", "refuse", "no reason", "--json"],
                #"{"error":"org.example.Sample.Refused","parameters":{"reason":"no reason"},"#
                    + #""message":"the request was refused (reason: no reason)","requestID":""#
            ),
            (
                ["--json", "call", "org.example.Lost.List"],
                #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"org.example.Lost"},"message":"#
            ),
            (
                ["sample", "refuse", "--json-seq"],
                "\u{1E}"
                    + #"{"message":"missing argument 'reason'","advice":"Usage: trellisctl sample refuse <reason>""#
                    + #","exitStatus":64}"# + "\n"
            ),
            (["--json", "--timeout", "0", "status"], #"{"message":"invalid value for --timeout: "#),
        ])
    func jsonErrors(words: [String], error: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(words, variables: daemon.variables)
            #expect(ended.error.hasPrefix(error))
            #expect(ended.error.split(separator: "\n").count == 1)
            #expect(ended.output == "")
        }
    }

    @Test("rejects arguments that are not UTF-8")
    func encoding() async throws {
        try await withSampleDaemon { daemon in
            let script = #"\#(Program.trellisctl) sample refuse "$(printf 'caf\351')""#
            let ended = try await Program.run(script, by: "/bin/sh", variables: daemon.variables)
            let error = "trellisctl: the argument 'caf\u{FFFD}' is not UTF-8\n"
            #expect(ended == .init(status: EX_DATAERR, output: "", error: error))
            #expect(daemon.state.calls == [])
        }
    }

    @Test("receives one reply, and all replies with --more")
    func more() async throws {
        try await withSampleDaemon { daemon in
            let one = try await Program.run(["sample", "count", "3", "--json"], variables: daemon.variables)
            #expect(one.output == "{\"number\":3}\n")
            let all = try await Program.run(["sample", "count", "3", "--json", "--more"], variables: daemon.variables)
            #expect(all.output == "{\"number\":1}\n{\"number\":2}\n{\"number\":3}\n")
            let sequence = try await Program.run(
                ["--json-seq", "sample", "count", "2", "--more"], variables: daemon.variables)
            #expect(sequence.output == "\u{1E}{\"number\":1}\n\u{1E}{\"number\":2}\n")
            let table = try await Program.run(["sample", "count", "10", "--more"], variables: daemon.variables)
            #expect(table.output.hasPrefix("NUMBER\n     1\n     2\n"))
            #expect(table.output.hasSuffix("\n    10\n"))
        }
    }

    @Test("does not wait for a reply with --oneway")
    func oneway() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(["sample", "refuse", "x", "--oneway"], variables: daemon.variables)
            #expect(ended == .init(status: EX_OK, output: "", error: ""))
            await daemon.state.wait(for: "Refuse")
            let place = try await Program.run(
                ["call", "org.example.Sample.Remember", #"{"word":"x"}"#, "--oneway"], variables: daemon.variables)
            #expect(place.status == EX_OK)
            await daemon.state.wait(for: "Remember")
        }
    }

    @Test("prints a reply as lines, and lists in it as tables")
    func record() async throws {
        try await withSampleDaemon { daemon in
            let placed = try await Program.run(
                ["sample", "place", "Bell", "2", "--sound.at.x=1", "--sound.at.y=2"], variables: daemon.variables)
            #expect(placed.output == "title  Bell\nx      1\ny      2\ntimes  2\n")
            _ = try await Program.run(
                ["sample", "place", "Horn", "1", "--sound.loudness=loud"], variables: daemon.variables)
            let all = try await Program.run(["sample", "all"], variables: daemon.variables)
            #expect(
                all.output == """
                    count  2

                    SOUNDS
                    TITLE  LOUDNESS  X  Y  HEARD
                    Bell   -         1  2  -
                    Horn   loud      -  -  -

                    """)
            let none = try await Program.run(["sample", "list", "--filter", "Drum"], variables: daemon.variables)
            #expect(none == .init(status: EX_OK, output: "", error: ""))
        }
    }

    @Test("has help with the comments of the contract")
    func help() async throws {
        try await withSampleDaemon { daemon in
            let help = try await Program.run(["sample", "echo", "--help"], variables: daemon.variables)
            #expect(help.status == EX_OK)
            for part in [
                "Usage: trellisctl sample echo <title> <count> [OPTION …]\n",
                "\nReturns its parameters.\n\nThe rest of this comment is long enough to be wrapped on a terminal of an\nordinary width.\n",
                "\nRequires the role 'read'.\n",
                "\nArguments:\n  --title TEXT    A required string.\n",
                "\n  --loudness soft|loud        The loudness.\n                                soft  Barely audible.\n",
                "\n  --tags TEXT                 The tags. (may be repeated)\n",
                "\n  --at JSON                   The position. (or by its fields:)\n  --at.x NUMBER               The horizontal distance.\n",
                "\n  --notes JSON                (one entry: --notes.KEY VALUE)\n",
                "\n  --parameter-timeout NUMBER  A parameter called as an option of the program.\n",
                "\nReplies:\n  parameters  (JSON object)",
            ] {
                #expect(help.output.contains(part), "\(part)")
            }
            #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
            let same = try await Program.run(["help", "sample", "echo"], variables: daemon.variables)
            #expect(same.output == help.output)
            let plugin = try await Program.run(["sample"], variables: daemon.variables)
            #expect(plugin.output.contains("\n  place-all  Stores sounds.\n"))
        }
    }

    @Test("has --oneway and --more in its help only if these options apply")
    func optionsOfCalls() async throws {
        try await withSampleDaemon { daemon in
            let expected = [
                "list": [], "hear": [], "count": ["--more", "--oneway"], "remember": ["--oneway"],
            ]
            for (command, options) in expected {
                let help = try await Program.run(["sample", command, "--help"], variables: daemon.variables)
                let shell = try await Program.run(
                    ["shell", "sample"], input: "help \(command)\n", variables: daemon.variables)
                for text in [help.output, shell.output] {
                    #expect(text.contains("\nCall options:\n"))
                    #expect(["--more", "--oneway"].filter { text.contains("\n  \($0) ") } == options, "\(command)")
                }
            }
        }
    }

    @Test("is available under the name of its interface")
    func interface() async throws {
        try await withSampleDaemon { daemon in
            let status = try await Program.run(["status"], variables: daemon.variables)
            #expect(status.output.hasPrefix("daemon"))
            let lines = [
                ["org.example.Shadow", "tell", "hello"], ["org.example.Shadow", "Tell", "--word=hello"],
                ["call", "org.example.Shadow.Tell", #"{"word":"hello"}"#],
            ]
            for words in lines {
                let told = try await Program.run(words + ["--json"], variables: daemon.variables)
                #expect(told == .init(status: EX_OK, output: "{\"word\":\"hello\"}\n", error: ""))
            }
            let shell = try await Program.run(
                ["shell", "status", "--json"], input: "tell hello\n", variables: daemon.variables)
            #expect(shell.output == "{\"word\":\"hello\"}\n")
            let help = try await Program.run(["help", "org.example.Shadow", "tell"], variables: daemon.variables)
            #expect(help.output.hasPrefix("Usage: trellisctl org.example.Shadow tell <word>\n"))
            let host = try await Program.run(
                ["io.trellis.Host", "list-plugins", "--json"], variables: daemon.variables)
            #expect(host.output.contains(#""name":"status""#))
            let unknown = try await Program.run(["org.example.Nothing", "tell"], variables: daemon.variables)
            #expect(unknown.status == EX_USAGE)
            #expect(
                unknown.error.hasPrefix(
                    "trellisctl: the daemon serves no interface org.example.Nothing [org.varlink.service.InterfaceNotFound].\n"
                ))
        }
    }

    @Test("exits without an error when the reader of its output closes during a stream")
    func reader() async throws {
        try await withSampleDaemon { daemon in
            for command in [
                "sample watch", "sample watch --follow", "sample watch --output -",
                "call org.example.Sample.Watch --more",
            ] {
                let script = "set -o pipefail; \(Program.trellisctl) \(command) --json | head -n 1"
                let ended = try await Program.run(script, by: "/usr/bin/bash", variables: daemon.variables)
                #expect(ended.output == #"{"event":"ready","revision":0}"# + "\n")
                #expect(ended.status == EX_OK, "\(ended.error)")
            }
        }
    }

    @Test(
        "fails when its output cannot be written",
        arguments: ["> /dev/full", ">&-", ">&- <&-"],
        ["status", "sample all", "sample --help", "--help", "--version", "call org.example.Sample.All", "plugin list"])
    func output(redirection: String, command: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                "\(Program.trellisctl) \(command) \(redirection)", by: "/usr/bin/bash", variables: daemon.variables)
            #expect(ended.status == EX_IOERR)
            #expect(ended.error.hasPrefix("trellisctl: standard output cannot be written: "))
        }
    }

    @Test("has help that fits a narrow terminal", arguments: [["--help"], ["sample", "--help"]])
    func narrowHelp(words: [String]) async throws {
        try await withSampleDaemon { daemon in
            let program = try Program(
                Program.trellisctl, words, variables: daemon.variables, over: .terminal(columns: 40))
            let help = await program.end()
            #expect(help.status == EX_OK)
            let lines = help.output.split(whereSeparator: \.isNewline)
            #expect(lines.allSatisfy { TextWidth.columns(of: String($0)) <= 40 }, "\(help.output)")
            #expect(words.count > 1 || lines.contains { $0.hasPrefix("  --full") }, "\(help.output)")
        }
    }

    @Test("lists plugins as blocks when a table does not fit")
    func narrowPlugins() async throws {
        try await withSampleDaemon { daemon in
            let program = try Program(
                Program.trellisctl, ["plugin", "list"], variables: daemon.variables, over: .terminal(columns: 24))
            let list = await program.end()
            let lines = list.output.split(whereSeparator: \.isNewline).prefix(5)
            #expect(
                lines.map { $0.prefix(9) } == ["name     ", "state    ", "since    ", "version  ", "about    "])
            #expect(
                lines.filter { !$0.hasPrefix("since") }.map { $0.dropFirst(9) } == [
                    "sample", "running", "1.2.3", "Shows everything.",
                ])
            let wide = try await Program.run(["plugin", "list"], variables: daemon.variables)
            let table =
                try Regex(
                    "NAME    STATE     SINCE +VERSION  ABOUT\nsample  running   [-0-9T:.]+Z  1.2.3    Shows everything.\n"
                )
            #expect(wide.output.prefixMatch(of: table) != nil, "\(wide.output)")
        }
    }

    @Test("lists the use of the processor by plugins")
    func usage() async throws {
        try await withSampleDaemon { daemon in
            let list = try await Program.run(["plugin", "list", "--usage"], variables: daemon.variables)
            let table =
                try Regex(
                    "NAME    STATE     PROCESSOR TIME  JOBS  LONGEST JOB  STALLS\nsample  running +[0-9.]+ (µs|ms|s) +[0-9]+ +[0-9.]+ (µs|ms|s) +0\n"
                )
            #expect(list.output.prefixMatch(of: table) != nil, "\(list.output)")
        }
    }

    @Test("the names of the built-in commands cannot be those of new plugins")
    func reservedNames() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts/make-plugin")
        let text = try String(contentsOf: script.standardizedFileURL, encoding: .utf8)
        let line = try #require(text.firstMatch(of: /case \$id in\n([^)]*)\)/))
        let reserved = Set(line.1.split(separator: " | ").map(String.init))
        // A plugin's name has no hyphen.
        let commands = BuiltInCommands.names.filter { !$0.contains("-") } + [BuiltInCommands.help.word]
        #expect(reserved == Set(commands + ["trellisd"]))
    }

    @Test(
        "has help with the options of every command",
        arguments: [
            "status", "top", "calls", "plugin list", "config show", "config schema", "introspect", "call", "shell",
            "log",
            "log-level",
            "audit",
            "doctor",
            "sample echo",
        ])
    func optionsInHelp(command: String) async throws {
        try await withSampleDaemon { daemon in
            let words = command.split(separator: " ").map(String.init)
            let help = try await Program.run(words + ["--help"], variables: daemon.variables)
            let end =
                "\n\nEvery command takes --socket PATH, --host HOST, --json, --json-seq, --timeout\nSECONDS, --full; see trellisctl(1).\n"
            #expect(help.output.hasSuffix(end))
            let other = try await Program.run(["help"] + words, variables: daemon.variables)
            #expect(other.output == help.output)
        }
    }

    @Test("fails with a remedy when no daemon runs")
    func absent() async throws {
        let ended = try await Program.run(["sample", "echo"], variables: ["TRELLIS_SOCKET": "/nonexistent/socket"])
        #expect(ended.status == EX_UNAVAILABLE)
        #expect(
            ended.error.hasPrefix(
                "trellisctl: no daemon answers at unix:/nonexistent/socket.\nStart the daemon of this socket, or"))
    }
}
