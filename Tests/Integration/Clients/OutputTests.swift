import Foundation
import Testing
import Varlink

/// The output of `trellisctl` on a terminal, in a pipe, and in a closed pipe.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct OutputTests {
    private static let configuration = "plugins:\n  items:\n    store: memory\n"

    @Test("prints one JSON object per line")
    func jsonLines() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { _ in
                let lines = [
                    ["items", "add", "Tea", "3"], ["items", "add", "Coffee", "1"], ["items", "list"], ["status"],
                    ["plugin", "list"], ["introspect"], ["introspect", "io.trellis.Items"],
                    ["call", "io.trellis.Items.List", "--more"],
                ]
                for words in lines {
                    let result = try await Workplace.run(
                        Programs.path(of: "trellisctl"), words + ["--json"],
                        variables: ["TRELLIS_SOCKET": workplace.socket])
                    #expect(result.status == 0)
                    #expect(!result.output.isEmpty)
                    for line in result.output.split(separator: "\n") {
                        #expect(try JSONValue(parsing: String(line)).objectValue != nil)
                    }
                }
            }
        }
    }

    @Test("prints changes while a watch runs")
    func watch() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { _ in
                let result = try await workplace.shell(
                    """
                    exec 3< <("$TRELLISCTL" items watch --json)
                    read -r ready <&3
                    "$TRELLISCTL" items add Tea 3 > /dev/null
                    read -r added <&3
                    echo "$ready"
                    echo "$added"
                    """)
                let lines = result.output.split(separator: "\n")
                #expect(lines.first == #"{"event":"ready","revision":0}"#)
                #expect(lines.last?.hasPrefix(#"{"event":"added","item":{"id":"#) == true)
                #expect(lines.last?.contains(#"},"revision":"#) == true)
            }
        }
    }

    @Test("exits with 0 when the reader closes the output")
    func closedReader() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { _ in
                let connection = try RawConnection(to: workplace.socket)
                let title = String(repeating: "x", count: 1_000)
                // The list exceeds the capacity of a pipe (64 KiB), so trellisctl still writes after the reader has
                // closed the pipe.
                for _ in 0..<200 {
                    let call = #"{"method": "io.trellis.Items.Add", "parameters": {"title": "\#(title)", "count": 1}}"#
                    try await connection.send(message: call)
                    #expect(try await connection.receive()?.contains("error") == false)
                }
                for json in ["", "--json"] {
                    let result = try await workplace.shell(
                        "set -o pipefail; \"$TRELLISCTL\" items list \(json) | head -n 1 > /dev/null")
                    #expect(result == CommandResult(status: 0, output: "", error: ""))
                }
            }
        }
    }

    @Test("escapes control characters of stored text")
    func escaping() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { _ in
                let added = try await workplace.trellisctl("items", "add", "red \u{1B}[31m\nTea \u{9B}2J", "1")
                #expect(added.status == 0)
                let list = try await workplace.trellisctl("items", "list")
                #expect(list.output.contains(#"  red \e[31m\nTea \u{9b}2J  "#))
            }
        }
    }

    /// Whether a list of plugins contains Items in the state running.
    private func showsRunningItems(_ list: CommandResult) -> Bool {
        list.output.split(whereSeparator: \.isNewline).contains {
            $0.split(separator: " ").prefix(2) == ["items", "running"]
        }
    }

    /// Runs `trellisctl plugin list` on a terminal.
    private func pluginList(on workplace: Workplace, variables: String) async throws -> CommandResult {
        try await workplace.shell(
            "\(variables) script --quiet --return --command '\"$TRELLISCTL\" plugin list' /dev/null < /dev/null")
    }

    @Test(
        "uses colours only in a terminal",
        .enabled(if: BootRequirements.isInstalled("script"), "needs script(1) (Debian package bsdutils)"))
    func colourInTerminal() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { _ in
                let escape: Character = "\u{1B}"
                let plain = try await workplace.trellisctl("plugin", "list", variables: ["TERM": "xterm-256color"])
                #expect(showsRunningItems(plain))
                #expect(!plain.output.contains(escape))
                let coloured = try await pluginList(on: workplace, variables: "TERM=xterm-256color")
                #expect(coloured.output.contains("\(escape)[32mrunning\(escape)[0m"))
                for variables in ["TERM=xterm-256color NO_COLOR=1", "TERM=dumb"] {
                    let quiet = try await pluginList(on: workplace, variables: variables)
                    #expect(showsRunningItems(quiet))
                    #expect(!quiet.output.contains(escape))
                }
            }
        }
    }
}
