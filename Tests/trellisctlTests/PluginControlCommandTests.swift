import Glibc
import Testing

@Suite("trellisctl plugin start, stop, restart, enable, disable, revert and release", .timeLimit(.minutes(2)))
struct PluginControlCommandTests {
    @Test(
        "show the affected plugins and their states",
        arguments: [
            (
                ["stop", "sample"],
                """
                NAME    STATE    SINCE                     REASON
                sample  stopped  2026-11-21T08:05:12.500Z  -
                search  waiting  2026-11-21T08:05:12.500Z  it needs the plugin sample, which was stopped

                """
            ),
            (
                ["stop", "sample", "--dry-run"],
                """
                NAME    STATE    SINCE                     REASON
                sample  running  2026-11-21T08:05:12.500Z  -
                search  running  2026-11-21T08:05:12.500Z  -

                """
            ),
            (
                ["enable", "sample"],
                """
                NAME    STATE                     SINCE                     REASON
                sample  running (enabled by ada)  2026-11-21T08:05:12.500Z  -

                """
            ),
            (
                ["disable", "sample"],
                """
                NAME    STATE              SINCE                     REASON
                sample  disabled (by ada)  2026-11-21T08:05:12.500Z  -

                """
            ),
            (
                ["revert", "sample"],
                """
                NAME    STATE     SINCE                     REASON
                sample  disabled  2026-11-21T08:05:12.500Z  -

                """
            ),
            (
                ["release", "sample"],
                """
                NAME    STATE    SINCE                     REASON
                sample  running  2026-11-21T08:05:12.500Z  -

                """
            ),
            (
                ["restart", "sample", "--json"],
                """
                {"name":"sample","state":"running","since":"2026-11-21T08:05:12.500Z"}

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
                trellisctl: the plugin items cannot start: its code exceeded a time limit, was abandoned, and still runs \
                [io.trellis.Host.PluginStuck].
                It can start when the code has ended, or when the daemon restarts.

                """
            ),
            (
                ["restart", "movies"],
                """
                trellisctl: the plugin movies is disabled [io.trellis.Host.PluginDisabled].
                'trellisctl plugin enable movies' enables it.

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

    @Test(
        "report a change that was rejected or not saved",
        arguments: [
            (
                "enable", EX_CONFIG,
                "the new configuration is invalid: the plugin items needs notes, which is disabled: enable plugins.notes "
                    + "[io.trellis.Host.ChangeRejected]"
            ),
            (
                "disable", EX_IOERR,
                "the change was not saved, and has no effect: cannot write /state/overrides.json: No space left "
                    + "[io.trellis.Host.ChangeNotSaved]"
            ),
        ])
    func unchanged(word: String, status: Int32, message: String) async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["plugin", word, "items"], variables: daemon.variables)
            #expect(result.status == status)
            #expect(result.error.hasPrefix("trellisctl: \(message)"), "\(result.error)")
        }
    }
}
