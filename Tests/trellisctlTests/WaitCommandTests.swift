import Glibc
import HostInterface
import Testing

@Suite("trellisctl wait", .timeLimit(.minutes(2)))
struct WaitCommandTests {
    @Test("returns when the plugins have the state, which is 'running' by default")
    func present() async throws {
        try await withSampleDaemon { daemon in
            let running = try await Program.run(["wait", "sample", "status"], variables: daemon.variables)
            #expect(running == .init(status: EX_OK, output: "", error: ""))
            let disabled = try await Program.run(["wait", "idle", "--state", "disabled"], variables: daemon.variables)
            #expect(disabled == .init(status: EX_OK, output: "", error: ""))
        }
    }

    @Test("waits until all the plugins have the state at the same time")
    func together() async throws {
        try await withSampleDaemon { daemon in
            let program = try Program(
                Program.trellisctl, ["wait", "sample", "status", "--state=stopped"], variables: daemon.variables)
            await daemon.state.wait(for: "Events")
            daemon.state.move("sample", from: .running, to: .stopped)
            daemon.state.move("sample", from: .stopped, to: .failed)
            daemon.state.move("status", from: .running, to: .stopped)
            let late = try await Program.run(
                ["wait", "sample", "status", "--state=stopped", "--timeout=5"], variables: daemon.variables)
            #expect(
                late
                    == .init(
                        status: EX_TEMPFAIL, output: "",
                        error:
                            "trellisctl: after 5 s, sample failed: it is failed.\nUse --timeout SECONDS to wait longer.\n"
                    ))
            daemon.state.move("sample", from: .failed, to: .stopped)
            #expect(await program.end() == .init(status: EX_OK, output: "", error: ""))
        }
    }

    @Test("continues with the restarted daemon")
    func restart() async throws {
        try await withSleepingDaemon { daemon in
            let program = try await daemon.run {
                let program = try Program(
                    Program.trellisctl, ["wait", "sample", "--state", "stopped"], variables: daemon.variables)
                await daemon.state.wait(for: "Events")
                return program
            }
            #expect(
                await program.error.wait { $0.contains("the events ended: the daemon is stopping; reconnecting") })
            try await daemon.run {
                await daemon.state.wait(for: "Events", count: 2)
                daemon.state.move("sample", from: .running, to: .stopped)
                #expect(await program.end().status == EX_OK)
            }
        }
    }

    @Test("rejects an unknown plugin and an unknown state")
    func unknown() async throws {
        try await withSampleDaemon { daemon in
            let plugin = try await Program.run(["wait", "sample", "bass"], variables: daemon.variables)
            #expect(plugin.status == EX_USAGE)
            #expect(plugin.error.hasPrefix("trellisctl: the daemon has no plugin 'bass'"))
            let state = try await Program.run(["wait", "sample", "--state", "runing"], variables: daemon.variables)
            #expect(state.status == EX_USAGE)
            #expect(state.error.hasSuffix("Did you mean 'running'?\n"))
        }
    }

    @Test("keeps the session of a shell")
    func shell() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                ["shell", "--json"], input: "sample remember tea\nwait sample\nsample recall\n",
                variables: daemon.variables)
            #expect(ended.output.hasSuffix("{\"words\":[\"tea\"]}\n"))
            #expect(ended.status == EX_OK)
        }
    }
}
