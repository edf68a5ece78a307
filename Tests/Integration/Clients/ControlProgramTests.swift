import Foundation
import Testing

/// The output and the exit statuses of `trellisctl` in scripts.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct ControlProgramTests {
    @Test("reports a daemon that does not run")
    func noDaemon() async throws {
        try await Workplace.with { workplace in
            let result = try await workplace.trellisctl("status")
            let sentence = """
                trellisctl: no daemon answers at unix:\(workplace.socket).
                Start the daemon of this socket, or name another socket with --socket PATH or TRELLIS_SOCKET.

                """
            #expect(result == CommandResult(status: 69, output: "", error: sentence))
        }
    }

    @Test("times out when the daemon does not reply")
    func silentDaemon() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { daemon in
                daemon.send(SIGSTOP)
                let result = try await workplace.trellisctl("status", "--timeout", "0.2")
                daemon.send(SIGCONT)
                #expect(result.status == 75)
                #expect(
                    result.error.hasPrefix(
                        "trellisctl: the daemon at unix:\(workplace.socket) did not answer within 0.2 s"))
            }
        }
    }

    @Test("does not time out while the reader of the output is slow")
    func slowReader() async throws {
        try await Workplace.with(configuration: "plugins:\n  items:\n    store: memory\n") { workplace in
            // The list exceeds the capacity of a pipe.
            let title = String(repeating: "x", count: 1_000)
            try workplace.write(
                (1...400).map { #"{"title": "\#(title)", "count": \#($0)}"# + "\n" }.joined(), to: "items.jsonl")
            // The list of items is printed as a table at the end of the stream, when the columns are known.
            let commands = [
                ("items list", 401), ("items list --json", 400), ("items list --output -", 400),
                ("call io.trellis.Items.List --more", 400),
            ]
            try await workplace.withDaemon { _ in
                let added = try await workplace.trellisctl(
                    "items", "add-many", "--input", workplace.path("items.jsonl"))
                #expect(added.status == 0)
                for (command, lines) in commands {
                    let result = try await workplace.shell(
                        "set -o pipefail; \"$TRELLISCTL\" --timeout 2 \(command) | (sleep 4; wc -l)")
                    #expect(result == CommandResult(status: 0, output: "\(lines)\n", error: ""), "\(command)")
                }
            }
        }
    }

    /// A command line, and its expected result with a daemon that has no items.
    struct Line: Sendable, CustomTestStringConvertible {
        var words: [String]
        var status: Int32
        var error: String

        var testDescription: String { words.joined(separator: " ") }
    }

    static let lines = [
        Line(
            words: ["itms", "list"], status: 64,
            error: "trellisctl: unknown command 'itms'.\nDid you mean 'items'?"),
        Line(
            words: ["refrigerator"], status: 64,
            error: """
                trellisctl: unknown command 'refrigerator'.
                Commands: status, top, calls, jobs, hosts, dashboard, plugin,
                """),
        Line(
            words: ["items", "lst"], status: 64,
            error: "trellisctl: unknown command 'lst'.\nDid you mean 'list'?"),
        Line(
            words: ["items", "add", "Tea"], status: 64,
            error: "trellisctl: missing argument 'count'.\nUsage: trellisctl items add <title> <count>"),
        Line(
            words: ["items", "add", "Tea", "three"], status: 64,
            error: "trellisctl: invalid value for count: expected an integer, got 'three'"),
        Line(
            words: ["items", "add", "Tea", "-1"], status: 65,
            error: "trellisctl: the item is invalid. Nothing was changed (field: count, reason: "),
        Line(
            words: ["items", "get", "x"], status: 65,
            error: "trellisctl: no item has this identifier (id: x) [io.trellis.Items.NoSuchItem]\n"),
        Line(
            words: ["call", "io.trellis.Items.List"], status: 64,
            error: "trellisctl: the method sends several replies [org.varlink.service.ExpectedMore].\nUse --more."),
        Line(
            words: ["call", "io.trellis.Items.Get", "{"], status: 65,
            error: "trellisctl: invalid parameters: expected JSON ("),
        Line(
            words: ["call", "io.trellis.Items.Get"], status: 65,
            error:
                "trellisctl: the parameter 'id' is missing, unknown, or invalid [org.varlink.service.InvalidParameter]"),
        Line(
            words: ["call", "io.trellis.Items.Nothing"], status: 64,
            error: "trellisctl: unknown method io.trellis.Items.Nothing"),
        Line(
            words: ["introspect", "io.example.Nothing"], status: 64,
            error:
                "trellisctl: the daemon serves no interface io.example.Nothing [org.varlink.service.InterfaceNotFound]."
        ),
        Line(
            words: ["items", "add", "--title", "--full", "--count", "3"], status: 64,
            error: "trellisctl: missing value for --title: TEXT.\n"
                + "'--full' is an option. To pass it as the value, join the two: --title=--full\n"),
        Line(words: ["status", "--timeout"], status: 64, error: "trellisctl: missing value for --timeout"),
        Line(
            words: ["--socket", "tcp:localhost:1", "status"], status: 64, error: "trellisctl: "),
        Line(words: ["status", "more"], status: 64, error: "trellisctl: unexpected argument 'more'"),
    ]

    @Test("reports failures on standard error and in the exit status")
    func failures() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { _ in
                for line in Self.lines {
                    let result = try await Workplace.run(
                        Programs.path(of: "trellisctl"), line.words, variables: ["TRELLIS_SOCKET": workplace.socket])
                    #expect(result.status == line.status, "\(line.testDescription)")
                    #expect(result.error.hasPrefix(line.error), "\(line.testDescription): \(result.error)")
                    #expect(result.output == "", "\(line.testDescription)")
                }
            }
        }
    }

    @Test("reports how to enable a disabled plugin")
    func disabledPlugin() async throws {
        let configurations = [
            "plugins:\n":
                "Run 'trellisctl plugin enable items', or add 'items:' under 'plugins:' in trellis.yaml and run "
                + "'trellisctl reload'.",
            "plugins: { items: { enabled: no } }\n":
                "Run 'trellisctl plugin enable items', or remove 'enabled: false' from plugins.items in the configuration "
                + "and run 'trellisctl reload'.",
        ]
        for (configuration, setup) in configurations {
            try await Workplace.with(configuration: configuration) { workplace in
                try await workplace.withDaemon { _ in
                    let result = try await workplace.trellisctl("items", "list")
                    let sentence = "trellisctl: the plugin items is disabled.\n\(setup)\n"
                    #expect(result == CommandResult(status: 69, output: "", error: sentence))
                    let listed = try await workplace.trellisctl("plugin", "list", "--json")
                    #expect(listed.output.contains("\"setup\":\"\(setup)\""))
                }
            }
        }
    }

    @Test("accepts global options at any position")
    func globalOptions() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { _ in
                let elsewhere = ["TRELLIS_SOCKET": "/nonexistent"]
                let lines = [
                    ["--socket", workplace.socket, "--json", "items", "list"],
                    ["items", "--socket", workplace.socket, "list", "--json"],
                    ["items", "list", "--json", "--timeout=20", "--socket=\(workplace.socket)"],
                    ["items", "list", "--json", "--socket", "unix:\(workplace.socket)"],
                ]
                for words in lines {
                    let result = try await Workplace.run(
                        Programs.path(of: "trellisctl"), words, variables: elsewhere)
                    #expect(result == CommandResult(status: 0, output: "{}\n", error: ""))
                }
            }
        }
    }

    @Test("prints the version and the help without a daemon")
    func withoutDaemon() async throws {
        try await Workplace.with { workplace in
            let version = try await workplace.trellisctl("--version")
            #expect(version == CommandResult(status: 0, output: "trellisctl 0.2.0\n", error: ""))
            let help = try await workplace.trellisctl("--help")
            #expect(help.status == 0)
            #expect(help.output.contains("\nOptions:\n  --socket PATH "))
        }
    }
}
