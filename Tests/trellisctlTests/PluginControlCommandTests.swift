import Glibc
import Testing

@Suite("trellisctl plugin start, stop and restart", .timeLimit(.minutes(10)))
struct PluginControlCommandTests {
    @Test(
        "show the plugins that are affected, and their states",
        arguments: [
            (
                ["stop", "sample"],
                """
                NAME    STATE    REASON
                sample  stopped  -
                search  waiting  it needs the plugin sample, which was stopped

                """
            ),
            (
                ["stop", "sample", "--dry-run"],
                """
                NAME    STATE    REASON
                sample  running  -
                search  running  -

                """
            ),
            (
                ["restart", "sample", "--json"],
                """
                {"name":"sample","state":"running"}

                """
            ),
        ])
    func affected(words: [String], output: String) async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["plugin"] + words, variables: daemon.variables)
            #expect(result == .init(status: EX_OK, output: output, error: ""))
        }
    }

    @Test(
        "fail with the reason when the plugin does not run",
        arguments: [
            (
                ["start", "sample"],
                """
                trellisctl: the plugin sample does not run: it is waiting: the key is wrong.
                It starts again at 2026-11-21T08:05:20.000Z.

                """
            ),
            (
                ["start", "items"],
                """
                trellisctl: the plugin items cannot start: code of it that exceeded its time limit was abandoned and still \
                runs [io.trellis.Host.PluginStuck].
                It can start when the code has ended, or when the daemon restarts.

                """
            ),
            (
                ["restart", "movies"],
                """
                trellisctl: the plugin movies is disabled [io.trellis.Host.PluginDisabled].
                Add 'movies:' under 'plugins:' in trellis.yaml, or remove its 'enabled: false', and restart trellisd. \
                'trellisctl plugin list --json' shows the complete setup.

                """
            ),
        ])
    func failure(words: [String], error: String) async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["plugin"] + words, variables: daemon.variables)
            #expect(result.status == EX_UNAVAILABLE)
            #expect(result.error.hasPrefix(error), "\(result.error)")
        }
    }
}
