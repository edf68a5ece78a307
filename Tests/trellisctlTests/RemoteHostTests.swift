import CommandModel
import Testing
import Varlink

@testable import trellisctl

@Suite("The option --host", .timeLimit(.minutes(2))) struct RemoteHostTests {
    @Test(
        "is parsed as [USER@]NAME[:PORT]",
        arguments: [
            ("web1", nil, "web1", nil), ("root@web1.example.org", "root", "web1.example.org", nil),
            ("web1:2222", nil, "web1", 2222), ("root@web1:22", "root", "web1", 22), ("10.0.0.1", nil, "10.0.0.1", nil),
            ("::1", nil, "::1", nil), ("[::1]:22", nil, "::1", 22),
            ("root@[fe80::1%eth0]:22", "root", "fe80::1%eth0", 22),
            ("alice@example.org@web1", "alice@example.org", "web1", nil),
        ] as [(String, String?, String, UInt16?)])
    func parsing(text: String, user: String?, name: String, port: UInt16?) throws {
        let host = try RemoteHost(parsing: text)
        #expect(host.user == user)
        #expect(host.name == name)
        #expect(host.port == port)
        #expect(host.description == text)
    }

    @Test(
        "rejects what is not the name of a host",
        arguments: [
            "", "-oProxyCommand=x", "-web1", "root@-web1", "@web1", "-l@web1", "web1:", "web1:0", "web1:65536",
            "web1:ssh",
            "we b1", "web1;reboot", "$(reboot)", "`x`", "root;x@web1", "web1\n", "wéb", "[::1]x", "[::1]:", "a/b",
        ])
    func rejection(text: String) {
        #expect(throws: CommandLineError.self) { try RemoteHost(parsing: text) }
    }

    @Test("lists hosts, each of them once")
    func lists() throws {
        var words = ["--host", "web1,root@web2:22", "status", "--host=web3"]
        let options = try GlobalOptions(takingFrom: &words)
        #expect(options.hosts.map(\.description) == ["web1", "root@web2:22", "web3"])
        #expect(words == ["status"])
        #expect(
            throws: CommandLineError(
                .conflict, "--host names web1 twice", advice: "The command runs once on each host.")
        ) {
            try RemoteHost.list(["web1,web2", "web1"])
        }
        #expect(throws: CommandLineError.self) { try RemoteHost.list(["web1,"]) }
    }

    @Test("becomes a command line of ssh")
    func commandLine() throws {
        let host = try RemoteHost(parsing: "root@web1:2222")
        let plain = SSHCommand(to: try RemoteHost(parsing: "web1"), variables: [:])
        #expect(plain.program == "ssh")
        #expect(plain.arguments == ["-e", "none", "-xT", "--", "web1", "trellisctl", "bridge"])
        let full = SSHCommand(
            to: host, socket: "/run/it's", connectTimeout: .seconds(1.2), asks: false,
            variables: ["TRELLIS_SSH": "/opt/ssh"])
        #expect(full.program == "/opt/ssh")
        #expect(
            full.arguments == [
                "-e", "none", "-xT", "-p", "2222", "-o", "ConnectTimeout=2", "-o", "BatchMode=yes", "--", "root@web1",
                "trellisctl", "--socket", #"'/run/it'\''s'"#, "bridge",
            ])
    }
}

@Suite("The output of several hosts", .timeLimit(.minutes(2))) struct HostOutputTests {
    private static func output(_ format: OutputFormat) throws -> HostOutput {
        HostOutput(host: try RemoteHost(parsing: "web1"), format: format)
    }

    @Test("has the host in front of each line")
    func text() throws {
        let output = try Self.output(.people)
        #expect(output.marking("a  b\n\nc\n") == "web1: a  b\nweb1:\nweb1: c\n")
        #expect(output.marking("unfinished") == "web1: unfinished\n")
        #expect(output.width == 6)
    }

    @Test("is enclosed in an object with the host as JSON")
    func json() throws {
        let output = try Self.output(.json)
        #expect(
            output.marking(json: #"{"host":1}"# + "\n[]\n")
                == #"{"host":"web1","output":{"host":1}}"# + "\n" + #"{"host":"web1","output":[]}"# + "\n")
        #expect(output.marking(json: "\u{1E}{}\n") == "\u{1E}" + #"{"host":"web1","output":{}}"# + "\n")
        #expect(output.marking(["message": "lost"]).members.map(\.key) == ["host", "message"])
    }
}
