import Glibc
import Testing

@Suite("Commands on another host", .timeLimit(.minutes(2))) struct HostTests {
    @Test("have the same output as on this machine")
    func sameOutput() async throws {
        try await HostNetwork.with { network in
            for words in [
                ["sample", "echo", "Horn", "3"], ["plugin", "list"], ["sample", "list", "--json"],
                ["sample", "--help"],
                ["call", "org.example.Sample.Count", #"{"to":3}"#, "--more"],
            ] {
                let remote = try await Program.run(["--host", "one"] + words, variables: network.variables)
                let local = try await Program.run(words, variables: network.one.variables)
                #expect(remote == local)
                #expect(remote.status == EX_OK && !remote.output.isEmpty)
            }
        }
    }

    @Test("use one connection of ssh for all calls")
    func oneConnection() async throws {
        try await HostNetwork.with { network in
            let shell = try await network.run(
                "shell", "sample", "--host=one", input: "remember a\nremember b\nrecall\n")
            #expect(shell.output == "words  a, b\n")
            let limits = "-o ConnectTimeout=10 -o ServerAliveInterval=15"
            #expect(network.connections == ["-e none -xT \(limits) -- one trellisctl bridge"])
        }
    }

    @Test("show the host in the status")
    func status() async throws {
        try await HostNetwork.with { network in
            let status = try await network.run("status", "--host", "one")
            #expect(status.output.hasSuffix("host           one\n"), "\(status.output)")
        }
    }

    @Test("find the daemon at the socket of the option --socket")
    func socket() async throws {
        try await HostNetwork.with { network in
            let words = try await network.run(
                "--host", "two", "--socket", network.one.socket, "sample", "place", "Horn", "1")
            #expect(words.status == EX_OK, "\(words.error)")
            #expect(network.one.state.sounds.count == 1)
            #expect(network.two.state.sounds.isEmpty)
        }
    }

    @Test("send a call without a reply")
    func oneway() async throws {
        try await HostNetwork.with { network in
            let placed = try await network.run(
                "--host", "one", "sample", "place-all", "--oneway", "--parameters", #"{"sounds":[{"title":"Horn"}]}"#)
            #expect(placed == .init(status: EX_OK, output: "", error: ""))
            #expect(await network.one.state.sounds(after: 0).count == 1)
        }
    }

    @Test(
        "report why the host cannot be reached",
        arguments: [
            (
                "down", EX_UNAVAILABLE,
                """
                ssh: connect to host down port 22: Connection refused
                trellisctl: ssh cannot connect to down.
                The message of ssh has the reason; 'ssh down true' must succeed.

                """
            ),
            (
                "bare", EX_UNAVAILABLE,
                """
                /bin/sh: 1: exec: trellisctl: not found
                trellisctl: trellisctl is not installed on bare.
                Install Trellis there. Commands over SSH find a program only if it is in the PATH that 'ssh bare env' shows.

                """
            ),
            (
                "noisy", EX_PROTOCOL,
                """
                trellisctl: a shell start-up file on noisy prints something: 'Welcome to noisy'.
                Change the file to print only if standard output is a terminal: 'ssh noisy true' must print nothing.

                """
            ),
            (
                "idle", EX_UNAVAILABLE,
                """
                trellisctl: no daemon answers at unix:/nonexistent/idle.
                Start the daemon of this socket, or name another socket with --socket PATH or TRELLIS_SOCKET.
                trellisctl: 'trellisctl bridge' failed on idle with exit status 69.
                Its message has the reason; 'ssh idle trellisctl status' must succeed.

                """
            ),
        ])
    func unreachable(host: String, status: Int32, error: String) async throws {
        try await HostNetwork.with { network in
            let ended = try await network.run("--host", host, "plugin", "list")
            #expect(ended == .init(status: status, output: "", error: error))
        }
    }

    @Test("report that ssh is not installed")
    func noSSH() async throws {
        var variables = ["TRELLIS_SSH": "/nonexistent/ssh", "PATH": "/usr/bin:/bin"]
        let path = try await Program.run(["--host", "one", "status"], variables: variables)
        #expect(
            path
                == .init(
                    status: EX_UNAVAILABLE, output: "",
                    error: """
                        trellisctl: the program '/nonexistent/ssh', which connects to one, is not installed.
                        Install the package openssh-client, or set TRELLIS_SSH to the path of ssh.

                        """))
        variables["TRELLIS_SSH"] = "ssh-that-does-not-exist"
        let name = try await Program.run(["--host", "one", "status"], variables: variables)
        #expect(name.status == EX_UNAVAILABLE && name.error.contains("'ssh-that-does-not-exist'"), "\(name.error)")
    }

    @Test(
        "are rejected when they use this machine",
        arguments: [
            ["doctor"], ["debug", "bundle", "x"], ["bridge"], ["dashboard", "--open"], ["audit", "--user", "alice"],
            ["--host=-oProxyCommand=x", "status"],
        ])
    func rejected(words: [String]) async throws {
        try await HostNetwork.with { network in
            let ended = try await Program.run(["--host", "one"] + words, variables: network.variables)
            #expect(ended.status == EX_USAGE)
            #expect(ended.error.contains("--host") && ended.output.isEmpty, "\(ended.error)")
        }
    }

    @Test("can be completed")
    func completion() async throws {
        try await HostNetwork.with { network in
            let words = try await network.run("_complete", "--host", "one", "sample", "rem")
            #expect(words.output == "words\nremember\tStores a word for the connection.\n")
            #expect(
                network.connections == [
                    "-e none -xT -o ConnectTimeout=60 -o BatchMode=yes -o ServerAliveInterval=15 -- one trellisctl bridge"
                ])
            for host in ["down", "bare", "noisy", "idle"] {
                let none = try await network.run("_complete", "--host", host, "sample", "rem")
                #expect(none == .init(status: EX_OK, output: "", error: ""))
            }
            let builtIn = try await network.run("_complete", "--host", "down", "sta")
            #expect(
                builtIn == .init(status: EX_OK, output: "words\nstatus\tShow the state of the daemon.\n", error: ""))
        }
    }

    @Test("end on the host with the signal that ends the command", arguments: [SIGINT, SIGTERM])
    func signal(number: CInt) async throws {
        try await HostNetwork.with { network in
            // The stream of events has no replies, so a write cannot notice that its reader is gone.
            let program = try Program(
                Program.trellisctl, ["--host", "one", "sample", "hear"], variables: network.variables)
            await network.one.state.wait(for: "Hear")
            #expect(network.isConnected)
            program.signal(number)
            let ended = await program.end()
            #expect(ended == .init(status: 128 + number, output: "", error: ""))
            #expect(!network.isConnected)
        }
    }

    @Test("follow a stream across a restart of the daemon")
    func restart() async throws {
        try await withSleepingDaemon { daemon in
            try await HostNetwork.with(daemon, daemon) { network in
                let program = try await daemon.run {
                    let program = try Program(
                        Program.trellisctl, ["--host", "one", "sample", "watch", "--follow", "--json"],
                        variables: network.variables)
                    #expect(await program.output.wait { $0.contains("ready") })
                    daemon.state.tell("one")
                    #expect(await program.output.wait { $0.contains("one") })
                    return program
                }
                #expect(
                    await program.error.wait { $0.contains("the stream ended: the daemon is stopping; reconnecting") })
                // Some attempts fail while no daemon runs.
                while network.connections.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
                daemon.state.tell("two")
                let ended = try await daemon.run {
                    #expect(await program.output.wait { $0.contains("two") })
                    program.signal(SIGINT)
                    return await program.end()
                }
                #expect(
                    ended.error == """
                        trellisctl: the stream ended: the daemon is stopping; reconnecting
                        trellisctl: connected again; the stream continues after revision 1

                        """)
                #expect(ended.status == 128 + SIGINT && !network.isConnected)
            }
        }
    }
}
