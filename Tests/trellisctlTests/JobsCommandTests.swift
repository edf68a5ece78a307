import Glibc
import HostInterface
import Testing

@testable import trellisctl

@Suite("trellisctl jobs", .timeLimit(.minutes(2)))
struct JobsCommandTests {
    private func run(_ words: String...) async throws -> Program.Ended {
        try await withSampleDaemon { try await Program.run(["jobs"] + words, variables: $0.variables) }
    }

    @Test("lists the jobs with their last and next runs")
    func listing() async throws {
        let result = try await run()
        #expect(
            result
                == .init(
                    status: EX_OK,
                    output: """
                        JOB              EVERY  LAST                      DURATION  NEXT                      OUTCOME
                        digest.write        1h  2026-01-31T09:00:00.000Z   12.3 ms  2026-01-31T10:00:00.000Z  failed: the cluster does not respond
                        items.prune   1min 30s  2026-01-31T09:00:00.000Z    850 µs  running                   succeeded

                        """, error: ""))
    }

    @Test("prints a JSON object per job")
    func json() async throws {
        let output = try await run("--json").output
        let last =
            #"{"plugin":"items","name":"prune","interval":90000000,"running":true,"last":{"began":"2026-01-31T09:00:00.000Z","#
            + #""microseconds":850,"requested":true}}"#
        #expect(output.hasSuffix("}\n\(last)\n"), "\(output)")
    }

    @Test("runs a job, and says what failed or which job was meant")
    func running() async throws {
        #expect(try await run("run", "items.prune") == .init(status: EX_OK, output: "", error: ""))
        let failed = try await run("run", "digest.write")
        let error =
            "trellisctl: the job digest.write failed: the cluster does not respond [io.trellis.Host.JobFailed].\n"
        #expect(failed.status == EX_SOFTWARE)
        #expect(failed.error.hasPrefix("\(error)'trellisctl plugin why digest' shows what follows.\n"))
        for name in ["items.prun", "prune"] {
            let result = try await run("run", name)
            #expect(result.status == EX_USAGE)
            #expect(
                result.error == "trellisctl: no job has the name \(name).\nDid you mean 'items.prune'?\n"
                    || name == "prune" && result.error.hasSuffix("'trellisctl jobs' lists the jobs.\n"),
                "\(result.error)")
        }
    }

    @Test("plugin why lists the jobs of the plugin")
    func explanation() {
        let run = HostContract.JobRun(
            began: "2026-01-31T09:00:00.000Z", microseconds: 850, requested: false, failure: nil)
        let reply = HostContract.ExplainPluginReply(
            condition: HostContract.PluginCondition(name: "items", state: .running, since: "2026-01-31T08:00:00.000Z"),
            enabled: HostContract.Setting(
                key: "plugins.items.enabled", type: .boolean, source: .file, description: "Whether the plugin runs."),
            required: false, requires: [], requiredBy: [], obstacles: [], events: [],
            jobs: [
                .init(
                    plugin: "items", name: "prune", interval: 3_600_000_000, running: false,
                    next: "2026-01-31T10:00:00.000Z", last: run),
                .init(plugin: "items", name: "integrity", interval: 86_400_000_000, running: true),
            ])
        let lines = PluginWhyCommand.lines(of: reply, isLocalTime: false)
        #expect(
            lines.first { $0.heading == "jobs" }?.value
                == "prune every 1h, last run 2026-01-31T09:00:00.000Z, next run 2026-01-31T10:00:00.000Z; "
                + "integrity every 1d, running")
    }
}
