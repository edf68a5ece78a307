import Glibc
import HostInterface
import Testing

@testable import trellisctl

@Suite("trellisctl plugin why, blame and critical-chain", .timeLimit(.minutes(2)))
struct PluginExplanationCommandTests {
    private func expect(
        _ words: [String], _ output: String, at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["plugin"] + words, variables: daemon.variables)
            #expect(result == .init(status: EX_OK, output: output, error: ""), sourceLocation: location)
        }
    }

    @Test("why explains the state of a plugin, without control characters")
    func why() async throws {
        try await expect(
            ["why", "sample"],
            """
            plugin       sample
            state        waiting, since 2026-11-21T08:05:12.500Z
            reason       it needs the plugin base, which failed
            cause        base failed: the disk is full
            enabled      true (/etc/t\\e.yaml:7:3)
            required     yes: the daemon stops if the plugin fails and is not started again
            requires     base (failed), clock (running)
            required by  search (waiting)

            2026-11-21T08:05:12.500Z  9  sample: stopping -> waiting: it needs the plugin base, which failed

            """)
    }

    @Test(
        "why shows the command that starts a stopped or quarantined plugin",
        arguments: [
            (.quarantined, ["'trellisctl plugin release items' starts it again"]),
            (.stopped, ["'trellisctl plugin start items' starts it"]), (.failed, []), (.running, []),
        ] as [(HostContract.PluginState, [String])])
    func remedy(state: HostContract.PluginState, expected: [String]) {
        let reply = HostContract.ExplainPluginReply(
            condition: HostContract.PluginCondition(name: "items", state: state, since: "2026-11-21T08:05:12.500Z"),
            enabled: HostContract.Setting(
                key: "plugins.items.enabled", type: .boolean, source: .file, description: "Whether the plugin runs."),
            required: false, requires: [], requiredBy: [], obstacles: [], events: [])
        let lines = PluginWhyCommand.lines(of: reply, isLocalTime: false)
        #expect(lines.filter { $0.heading == "remedy" }.map(\.value) == expected)
    }

    @Test("why prints one JSON object")
    func whyJSON() async throws {
        try await expect(
            ["why", "sample", "--json"],
            """
            {"condition":{"name":"sample","state":"waiting","since":"2026-11-21T08:05:12.500Z",\
            "reason":"it needs the plugin base, which failed"},"enabled":{"key":"plugins.sample.enabled","type":"boolean",\
            "value":"true","source":"file","location":"/etc/t\\u001b.yaml:7:3",\
            "description":"Whether the plugin runs."},"required":true,"requires":[{"name":"base","state":"failed",\
            "since":"2026-11-21T08:05:12.500Z","reason":"the disk is full"},{"name":"clock","state":"running",\
            "since":"2026-11-21T08:05:12.500Z"}],"requiredBy":[{"name":"search","state":"waiting",\
            "since":"2026-11-21T08:05:12.500Z"}],"obstacles":[{"name":"base","state":"failed",\
            "since":"2026-11-21T08:05:12.500Z","reason":"the disk is full"}],\
            "events":[{"sequence":9,"time":"2026-11-21T08:05:12.500Z","kind":"transition","transition":{\
            "plugin":"sample","from":"stopping","to":"waiting","reason":"it needs the plugin base, which failed"}}]}

            """)
    }

    @Test("why and critical-chain reject an unknown plugin", arguments: ["why", "critical-chain"])
    func unknown(command: String) async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["plugin", command, "bass"], variables: daemon.variables)
            #expect(result.status == EX_USAGE)
            #expect(result.error.hasPrefix("trellisctl: the daemon has no plugin 'bass'"), "\(result.error)")
        }
    }

    @Test("blame lists the plugins by the duration of their starts")
    func blame() async throws {
        try await expect(
            ["blame"],
            """
            DURATION  PLUGIN  OUTCOME
               1.2 s  search  started
            300.0 ms  base    started
             10.0 ms  lone    failed
              850 µs  clock   started

            """)
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["plugin", "blame", "--json"], variables: daemon.variables)
            #expect(
                result.output.split(separator: "\n").first == """
                    {"plugin":"search","began":"2026-11-21T08:05:12.500Z","offset":301500,"microseconds":1200000,\
                    "failed":false,"after":["clock","base"]}
                    """)
        }
    }

    @Test("a start with the largest numbers has the latest end")
    func largeNumbers() {
        let start = HostContract.PluginStart(
            plugin: "lone", began: "2026-11-21T08:05:12.500Z", offset: .max, microseconds: .max, failed: false,
            after: [])
        #expect(start.end == .max)
        #expect(start.durationText == "9223372036854.8 s")
    }

    @Test("critical-chain shows the starts for which a start waited")
    func chain() async throws {
        try await expect(["critical-chain"], "search @1.5 s +1.2 s\n└─base @301.0 ms +300.0 ms\n")
        try await expect(["critical-chain", "lone"], "lone @11.0 ms +10.0 ms (failed)\n")
        try await withSampleDaemon { daemon in
            let idle = try await Program.run(["plugin", "critical-chain", "idle"], variables: daemon.variables)
            #expect(idle.status == EX_UNAVAILABLE)
            #expect(
                idle.errorWithoutRequestID == """
                    trellisctl: the plugin idle has not been started since the start of the daemon.
                    'trellisctl plugin why idle' shows its state.

                    """)
        }
    }

    @Test("blame and critical-chain show the stops with --stop")
    func stops() async throws {
        try await expect(
            ["blame", "--stop"],
            """
            DURATION  PLUGIN  OUTCOME
                   -  lone    stopping
            300.0 ms  search  stopped
              850 µs  base    stopped

            """)
        try await expect(["critical-chain", "base", "--stop"], "base @5.3 s +850 µs\n└─search @5.3 s +300.0 ms\n")
        try await expect(["critical-chain", "--stop"], "lone @5.0 s (stopping)\n")
    }

    @Test("a start that has not ended precedes all others")
    func starting() {
        func start(_ plugin: String, _ duration: Int?, after: [String] = []) -> HostContract.PluginStart {
            HostContract.PluginStart(
                plugin: plugin, began: "", offset: 0, microseconds: duration, failed: false, after: after)
        }
        let starts = [start("a", 5), start("b", nil, after: ["a", "c"]), start("c", 7), start("d", 1)]
        #expect(PluginPeriods.byDuration(starts).map(\.plugin) == ["b", "c", "a", "d"])
        #expect(PluginPeriods.criticalChain(in: starts).map(\.plugin) == ["b", "c"])
        #expect(PluginPeriods.criticalChain(of: "e", in: starts).isEmpty)
    }
}
