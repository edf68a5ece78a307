import Glibc
import Testing
import Varlink

@Suite("Commands on several hosts", .timeLimit(.minutes(2))) struct SeveralHostsTests {
    /// The lines of an output, in any order of the hosts.
    private static func lines(_ text: String, of host: String) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("\(host):") }.map { String($0.dropFirst(host.count + 1)) }
    }

    @Test("have the host in front of each line")
    func text() async throws {
        try await HostNetwork.with { network in
            network.two.state.place([["title": "Bell"]])
            let ended = try await network.run("--host", "one,two", "sample", "list")
            #expect(ended.status == EX_OK && ended.error.isEmpty, "\(ended.error)")
            let local = try await Program.run(["sample", "list"], variables: network.two.variables).output
            #expect(Self.lines(ended.output, of: "two") == local.split(separator: "\n").map { " \($0)" })
            #expect(Self.lines(ended.output, of: "one") == [])
            #expect(network.connections.count == 2)
        }
    }

    @Test("run on every host of the cluster with --all, which a command can have as its own option, too")
    func all() async throws {
        try await HostNetwork.with { network in
            var variables = network.variables
            variables["TRELLIS_SOCKET"] = network.one.socket
            let ended = try await Program.run(["--json", "--all", "sample", "count", "1"], variables: variables)
            #expect(
                ended.output.split(separator: "\n").sorted()
                    == [#"{"host":"one","output":{"number":1}}"#, #"{"host":"two","output":{"number":1}}"#])
            let own = try await Program.run(["config", "show", "--all"], variables: variables)
            #expect(own.status == EX_OK && !own.output.contains("one: "), "\(own.error)")
            let both = try await Program.run(["--all", "--host", "one", "status"], variables: variables)
            #expect(both.status == EX_USAGE && both.error.contains("--all and --host exclude each other"))
            // Without the daemon of this machine, the hosts are unknown, and the command runs nowhere.
            let unknown = try await network.run("--all", "status")
            #expect(unknown.status == EX_UNAVAILABLE && unknown.output.isEmpty)
        }
    }

    @Test("enclose JSON in an object with the host")
    func json() async throws {
        try await HostNetwork.with { network in
            let ended = try await network.run("--json", "--host", "one,two", "sample", "count", "1")
            #expect(
                ended.output.split(separator: "\n").sorted()
                    == [#"{"host":"one","output":{"number":1}}"#, #"{"host":"two","output":{"number":1}}"#])
            let sequence = try await network.run("--json-seq", "--host", "one,two", "sample", "count", "1")
            #expect(
                sequence.output.split(separator: "\n").sorted()
                    == [
                        "\u{1E}" + #"{"host":"one","output":{"number":1}}"#,
                        "\u{1E}" + #"{"host":"two","output":{"number":1}}"#,
                    ])
        }
    }

    @Test("report failures with their hosts, and exit with the highest status")
    func failures() async throws {
        try await HostNetwork.with { network in
            let ended = try await network.run("--host", "down,one,noisy", "sample", "count", "1")
            #expect(ended.status == EX_PROTOCOL)
            #expect(ended.output == "one: number  1\n")
            #expect(Self.lines(ended.error, of: "down").first == " trellisctl: ssh cannot connect to down.")
            #expect(
                Self.lines(ended.error, of: "noisy").first
                    == " trellisctl: a shell start-up file on noisy prints something: 'Welcome to noisy'.")
            #expect(ended.error.hasSuffix("\ntrellisctl: failed on 2 of 3 hosts: down, noisy\n"), "\(ended.error)")
        }
    }

    @Test("end without a host that does not respond")
    func silence() async throws {
        try await HostNetwork.with { network in
            network.one.state.place([["title": "Bell"]])
            let ended = try await network.run("--host", "silent,one", "sample", "list")
            #expect(ended.status == EX_UNAVAILABLE)
            #expect(ended.output.contains("one: ") && ended.output.contains("Bell"))
            #expect(ended.error.hasSuffix("trellisctl: failed on 1 of 2 hosts: silent\n"), "\(ended.error)")
            let limits = "-o ConnectTimeout=10 -o ServerAliveInterval=15"
            #expect(network.connections.contains("-e none -xT \(limits) -- one trellisctl bridge"))
        }
    }

    @Test("have the limits of ssh's configuration for a host that does not respond")
    func configuredLimits() async throws {
        try await HostNetwork.with { network in
            var variables = network.variables
            variables["SSH_SETTINGS"] = "user root\nconnecttimeout 60\nserveraliveinterval 5"
            let ended = try await Program.run(["--host", "one", "status"], variables: variables)
            #expect(ended.status == EX_OK, "\(ended.error)")
            #expect(network.connections == ["-e none -xT -- one trellisctl bridge"])
        }
    }

    @Test("report failures as JSON with their hosts")
    func failuresAsJSON() async throws {
        try await HostNetwork.with { network in
            let ended = try await network.run("--json", "--host", "two,bare", "sample", "refuse", "noise")
            #expect(ended.status == EX_UNAVAILABLE)
            let lines = ended.error.split(separator: "\n")
            #expect(
                lines.contains { $0.hasPrefix(#"{"host":"two","error":"org.example.Sample.Refused""#) },
                "\(ended.error)")
            #expect(lines.contains { $0.hasPrefix(#"{"host":"bare","message":"trellisctl is not installed on bare""#) })
            #expect(lines.last == #"{"message":"failed on 2 of 2 hosts: two, bare","exitStatus":69}"#)
        }
    }

    @Test("show the help of the first host once")
    func help() async throws {
        try await HostNetwork.with { network in
            let builtIn = try await network.run("--host", "down,one", "status", "--help")
            #expect(builtIn.status == EX_OK && builtIn.output.hasPrefix("Usage:") && network.connections.isEmpty)
            for words in [["help", "sample", "echo"], ["sample", "echo", "--help"]] {
                let remote = try await Program.run(["--host", "one,down"] + words, variables: network.variables)
                #expect(remote == (try await Program.run(words, variables: network.one.variables)))
            }
        }
    }

    @Test(
        "are rejected when the hosts would share a terminal, a file or the input",
        arguments: [
            ["shell"], ["top"], ["backup", "x"], ["sample", "list", "--output", "x"],
            ["sample", "place-all", "--input", "-"], ["sample", "echo", "--parameters", "-"],
        ])
    func rejected(words: [String]) async throws {
        try await HostNetwork.with { network in
            let ended = try await Program.run(["--host", "one,two"] + words, variables: network.variables)
            #expect(ended.status == EX_USAGE)
            #expect(ended.output.isEmpty && ended.error.contains("host"), "\(ended.error)")
        }
    }

    @Test("stream side by side until a signal")
    func stream() async throws {
        try await HostNetwork.with { network in
            network.one.state.place([["title": "Horn"]])
            let program = try Program(
                Program.trellisctl, ["--host", "one,two", "sample", "hear", "--json"], variables: network.variables)
            #expect(await program.output.wait { $0.contains(#"{"host":"one","output":{"sound":{"title":"Horn"}}}"#) })
            network.two.state.place([["title": "Bell"]])
            #expect(await program.output.wait { $0.contains(#"{"host":"two","output":{"sound":{"title":"Bell"}}}"#) })
            program.signal(SIGINT)
            let ended = await program.end()
            #expect(ended.status == 128 + SIGINT && ended.error.isEmpty, "\(ended.error)")
            #expect(!network.isConnected)
        }
    }

    @Test("end on all hosts when the reader closes the output")
    func closedOutput() async throws {
        try await HostNetwork.with { network in
            network.one.state.place([["title": "Horn"]])
            let ended = try await Program.run(
                "set -o pipefail; trellisctl --host one,two sample hear --json | head -n 1", by: "/bin/bash",
                variables: network.variables)
            #expect(
                ended
                    == .init(
                        status: EX_OK, output: #"{"host":"one","output":{"sound":{"title":"Horn"}}}"# + "\n", error: "")
            )
            #expect(!network.isConnected)
        }
    }
}
