import Foundation
import Subprocess
import SystemPackage
import Testing

/// `trellisctl --host` through a real sshd.
@Suite("Commands on other hosts over SSH", .runsPrograms, .usesSSH, .timeLimit(.minutes(10))) struct HostTests {
    @Test("runs a command on two hosts, and names the host on each line")
    func twoHosts() async throws {
        try await SSHServer.with { server in
            for host in ["web1", "web2"] {
                let added = try await server.trellisctl("--host", host, "items", "add", "Tea on \(host)", "3")
                #expect(added.status == 0, "\(added.error)")
            }
            let listed = try await server.trellisctl("--host", "web1,web2", "items", "list")
            #expect(listed.status == 0 && listed.error.isEmpty, "\(listed.error)")
            let lines = listed.output.split(separator: "\n")
            for host in ["web1", "web2"] {
                let own = lines.filter { $0.hasPrefix("\(host): ") }
                #expect(own.count == 2 && own[1].contains("Tea on \(host)"), "\(listed.output)")
            }
            let json = try await server.trellisctl("--host", "web1,web2", "--json", "items", "list")
            for host in ["web1", "web2"] {
                #expect(json.output.contains(#"{"host":"\#(host)","output":{"item":{"#), "\(json.output)")
            }
            // A key without a command runs `trellisctl bridge` in the shell of the user.
            let plain = try await server.trellisctl("--host", "plain", "items", "list", "--json")
            #expect(
                plain.output
                    == json.output.split(separator: "\n").first { $0.contains("web1") }.map {
                        "\($0.dropFirst(#"{"host":"web1","output":"#.count).dropLast())\n"
                    })
        }
    }

    @Test("reports hosts that cannot be reached, and the output of the others")
    func failures() async throws {
        try await SSHServer.with { server in
            let ended = try await server.trellisctl(
                "--host", "down,web2,bare,noisy,idle,impostor", "items", "list", "--json")
            #expect(ended.status == 76)
            #expect(ended.output == #"{"host":"web2","output":{}}"# + "\n")
            for line in [
                "ssh: connect to host 127.0.0.1 port 1: Connection refused", "Host key verification failed.",
                #"{"host":"down","message":"ssh cannot connect to down","#,
                #"{"host":"bare","message":"trellisctl is not installed on bare","#,
                #"{"host":"noisy","message":"a shell start-up file on noisy prints something: 'Welcome to noisy'","#,
                #"{"host":"idle","message":"'trellisctl bridge' failed on idle with exit status 69","#,
                #"{"host":"impostor","message":"ssh cannot connect to impostor","#,
                #"{"message":"failed on 5 of 6 hosts: down, bare, noisy, idle, impostor","exitStatus":76}"#,
            ] {
                #expect(ended.error.contains(line), "\(line) is missing:\n\(ended.error)")
            }
        }
    }

    @Test("ends without a host that does not respond")
    func silence() async throws {
        try await SSHServer.with { server in
            try await Port.silent { port in
                let ended = try await server.trellisctl("--host", "silent:\(port),web1", "items", "list", "--json")
                #expect(ended.status == 69)
                #expect(ended.output == #"{"host":"web1","output":{}}"# + "\n")
                #expect(
                    ended.error.contains(
                        #"{"host":"silent:\#(port)","message":"ssh cannot connect to silent:\#(port)","#))
            }
        }
    }

    @Test(
        "streams from two hosts until Ctrl-C, which ends the streams on the hosts",
        arguments: [
            ["items", "watch", "--json"], ["events", "--follow", "--json"],
        ])
    func streams(words: [String]) async throws {
        try await SSHServer.with { server in
            let log = EventLog()
            let status = try await Subprocess.run(
                .path(FilePath(Programs.path(of: "trellisctl"))),
                arguments: Arguments(["--host", "web1,web2"] + words),
                environment: Workplace.environment(adding: server.variables), input: .none, output: .sequence,
                error: .currentStandardError
            ) { execution in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        defer { log.end() }
                        for try await line in execution.standardOutput.strings() { log.append(line) }
                    }
                    for (host, daemon) in zip(["web1", "web2"], server.daemons) {
                        _ = await log.first { $0.hasPrefix(#"{"host":"\#(host)""#) }
                        let seen = log.texts.count
                        if words[0] == "items" {
                            _ = try await daemon.trellisctl("items", "add", "Rice", "1")
                        } else {
                            _ = try await daemon.trellisctl("plugin", "restart", "items")
                        }
                        var lines = seen
                        // The first line that follows the change.
                        _ = await log.first { line in
                            lines -= 1
                            return lines < 0 && line.hasPrefix(#"{"host":"\#(host)""#)
                        }
                    }
                    #expect(server.hasBridge)
                    try execution.send(signal: .interrupt)
                    try await group.waitForAll()
                }
            }.terminationStatus
            #expect(status == .signaled(SIGINT))
            // The bridges end when sshd has closed their channels, of which the test is not notified.
            while server.hasBridge { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    @Test("runs the commands of a shell over one connection")
    func shell() async throws {
        try await SSHServer.with { server in
            let ended = try await server.shell(
                #"printf 'items add Tea 3\nitems list --json\nstatus\n' | "$TRELLISCTL" --host web1 shell"#)
            #expect(ended.status == 0 && ended.error.isEmpty, "\(ended.error)")
            #expect(ended.output.contains(#""title":"Tea""#) && ended.output.contains("host           web1\n"))
            #expect(server.connections == 1)
        }
    }

    @Test("completes the commands of the plugins of a host")
    func completion() async throws {
        try await SSHServer.with { server in
            let completed = try await server.trellisctl("_complete", "--host", "web1", "items", "add-m")
            #expect(completed.output.hasPrefix("words\nadd-many\t"))
            let failed = try await server.trellisctl("_complete", "--host", "down", "items", "add-m")
            #expect(failed == CommandResult(status: 0, output: "", error: ""))
        }
    }

    @Test("grants the role of the user who logs in")
    func roles() async throws {
        try await SSHServer.with { server in
            let list = try await server.trellisctl("--host", "reader", "plugin", "list")
            #expect(list.status == 0, "\(list.error)")
            let stop = try await server.trellisctl("--host", "reader", "plugin", "stop", "items")
            #expect(stop.status == 77)
            #expect(
                stop.error.hasPrefix("trellisctl: the call requires the role 'administer', which you do not have"),
                "\(stop.error)")
        }
    }

    @Test("carries any Varlink client")
    func otherClient() async throws {
        try await SSHServer.with { server in
            let ended = try await server.shell(
                #"""
                printf '{"method":"org.varlink.service.GetInfo"}\0' |
                "$TRELLIS_SSH" -e none -T plain env SYSTEMD_VARLINK_LISTEN=- trellisctl bridge | tr '\0' '\n'
                """#)
            #expect(ended.status == 0 && ended.output.hasPrefix(#"{"parameters":{"vendor":"#), "\(ended)")
        }
    }
}
