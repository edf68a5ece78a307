import Glibc
import Testing

@Suite("Following a stream across the daemon's restarts", .timeLimit(.minutes(2)))
struct FollowTests {
    /// Starts a program that follows a stream, runs the first body, restarts the daemon, and runs the second body.
    private func following(
        _ command: String, first: (SampleDaemon, Program) async throws -> Void,
        between: (SampleDaemon) -> Void = { _ in },
        second: (SampleDaemon, Program) async throws -> Void
    ) async throws -> Program.Ended {
        try await withSleepingDaemon { daemon in
            let program = try await daemon.run {
                let program = try Program(
                    Program.trellisctl, ["sample", command, "--follow", "--json"], variables: daemon.variables)
                try await first(daemon, program)
                return program
            }
            // The daemon has ended, and the program has reported the end.
            #expect(await program.error.wait { $0.contains("the stream ended: the daemon is stopping; reconnecting") })
            between(daemon)
            return try await daemon.run {
                try await second(daemon, program)
                program.signal(SIGINT)
                return await program.end()
            }
        }
    }

    @Test("continues after the last revision without omissions")
    func resuming() async throws {
        let ended = try await following("watch") { daemon, program in
            #expect(await program.output.wait { $0.contains("ready") })
            daemon.state.tell("one")
            #expect(await program.output.wait { $0.contains("one") })
        } between: { daemon in
            daemon.state.tell("two")
        } second: { daemon, program in
            #expect(await program.output.wait { $0.contains("two") })
            daemon.state.tell("three")
            #expect(await program.output.wait { $0.contains("three") })
        }
        #expect(
            ended.output == """
                {"event":"ready","revision":0}
                {"event":"one","revision":1}
                {"event":"two","revision":2}
                {"event":"three","revision":3}

                """)
        #expect(ended.error.hasSuffix("trellisctl: connected again; the stream continues after revision 1\n"))
        #expect(ended.status == 128 + SIGINT)
    }

    @Test("waits for a plugin that restarts within the daemon, and continues")
    func plugin() async throws {
        try await withSampleDaemon { daemon in
            let program = try Program(
                Program.trellisctl, ["sample", "watch", "--follow", "--json"], variables: daemon.variables)
            #expect(await program.output.wait { $0.contains("ready") })
            daemon.state.tell("one")
            #expect(await program.output.wait { $0.contains("one") })
            daemon.state.stopPlugin()
            #expect(await program.error.wait { $0.hasSuffix("yet; waiting\n") })
            daemon.state.tell("two")
            try daemon.state.startPlugin()
            #expect(await program.output.wait { $0.contains("two") })
            program.signal(SIGINT)
            let ended = await program.end()
            #expect(
                ended.output == """
                    {"event":"ready","revision":0}
                    {"event":"one","revision":1}
                    {"event":"two","revision":2}

                    """)
            #expect(
                ended.error == """
                    trellisctl: the stream ended: the daemon is stopping; reconnecting
                    trellisctl: the daemon does not serve org.example.Sample yet; waiting
                    trellisctl: connected again; the stream continues after revision 1

                    """)
        }
    }

    @Test("continues with the new configuration of the plugin")
    func reconfigured() async throws {
        try await withSampleDaemon { daemon in
            let program = try Program(
                Program.trellisctl, ["sample", "watch", "--follow", "--json"], variables: daemon.variables)
            #expect(await program.output.wait { $0.contains("ready") })
            daemon.state.tell("one")
            #expect(await program.output.wait { $0.contains("one") })
            daemon.state.tell("reconfigured")
            #expect(await program.output.wait { $0.contains("reconfigured") })
            program.signal(SIGINT)
            let ended = await program.end()
            #expect(
                ended.output == """
                    {"event":"ready","revision":0}
                    {"event":"one","revision":1}
                    {"event":"reconfigured","revision":2}

                    """)
            #expect(
                ended.error == """
                    trellisctl: the stream ended: the plugin sample has a new configuration; reconnecting
                    trellisctl: connected again; the stream continues after revision 1

                    """)
        }
    }

    @Test("restarts when the daemon no longer keeps the revision, and reports the restart")
    func forgotten() async throws {
        let ended = try await following("watch") { daemon, program in
            #expect(await program.output.wait { $0.contains("ready") })
        } between: { daemon in
            daemon.state.tell("one")
            daemon.state.forget()
        } second: { daemon, program in
            #expect(await program.output.wait { $0.contains(#"{"event":"ready","revision":1}"#) })
        }
        #expect(
            ended.error.hasSuffix(
                "trellisctl: the changes after this revision are no longer available (since: 0): the stream restarts\n"
            ))
    }

    @Test("restarts when the changes after the last revision are lost while it follows, and reports the restart")
    func lost() async throws {
        try await withSampleDaemon { daemon in
            let program = try Program(
                Program.trellisctl, ["sample", "watch", "--follow", "--json"], variables: daemon.variables)
            #expect(await program.output.wait { $0.contains("ready") })
            daemon.state.tell("one")
            #expect(await program.output.wait { $0.contains("one") })
            daemon.state.lose()
            #expect(await program.output.wait { $0.contains(#"{"event":"ready","revision":2}"#) })
            program.signal(SIGINT)
            let ended = await program.end()
            let reason = "the changes after this revision are no longer available (since: 1)"
            #expect(
                ended.error == """
                    trellisctl: the stream ended: \(reason); resuming
                    trellisctl: \(reason): the stream restarts

                    """)
        }
    }

    @Test("restarts when replies have no revision, and reports the restart")
    func anew() async throws {
        let ended = try await following("listen") { daemon, program in
            #expect(await program.output.wait { $0.contains("ready") })
        } second: { daemon, program in
            #expect(await program.output.wait { $0 == "{\"event\":\"ready\"}\n{\"event\":\"ready\"}\n" })
        }
        #expect(ended.error.hasSuffix("reconnecting; the stream restarts, because its replies have no revision\n"))
    }

    @Test("ends with the stream, and with an error that is not a lost connection")
    func ends() async throws {
        try await withSampleDaemon { daemon in
            let counted = try await Program.run(
                ["sample", "count", "2", "--follow", "--json"], variables: daemon.variables)
            #expect(counted == .init(status: EX_OK, output: "{\"number\":1}\n{\"number\":2}\n", error: ""))
            daemon.state.tell("one")
            daemon.state.forget()
            let refused = try await Program.run(
                ["sample", "watch", "--since", "0", "--follow"], variables: daemon.variables)
            #expect(refused.status == EX_DATAERR)
        }
    }

    @Test("waits for each reply up to --timeout")
    func timeout() async throws {
        try await withSampleDaemon { daemon in
            var seconds = 2
            var ended: Program.Ended
            repeat {
                // On a busy machine, the first reply may take longer.
                ended = try await Program.run(
                    ["sample", "watch", "--json", "--timeout", "\(seconds)"], variables: daemon.variables)
                seconds *= 4
            } while ended.output.isEmpty && seconds < 300
            #expect(ended.status == EX_TEMPFAIL)
            #expect(
                ended.error.contains(
                    #"did not answer within \#(seconds / 4) s","advice":"Use --timeout SECONDS to wait longer.""#))
            #expect(ended.output == "{\"event\":\"ready\",\"revision\":0}\n")
        }
    }

    @Test("ends without --follow, with the error that the daemon is stopping")
    func withoutFollow() async throws {
        try await withSleepingDaemon { daemon in
            let program = try await daemon.run {
                let program = try Program(
                    Program.trellisctl, ["sample", "watch", "--json"], variables: daemon.variables)
                #expect(await program.output.wait { $0.contains("ready") })
                return program
            }
            let ended = await program.end()
            #expect(ended.status == EX_TEMPFAIL)
            #expect(ended.error.hasPrefix(#"{"error":"io.trellis.Host.ShuttingDown","#))
        }
    }
}
