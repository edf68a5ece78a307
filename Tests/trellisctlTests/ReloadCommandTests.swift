import Glibc
import HostInterface
import Testing

@testable import trellisctl

@Suite("trellisctl plan and reload", .timeLimit(.minutes(2)))
struct ReloadCommandTests {
    @Test("plan shows the actions with their reasons, the changed settings with their locations, and the hash")
    func plan() async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["plan"], variables: daemon.variables)
            let output = """
                sample: reconfigure: its configuration changed
                  plugins.sample.size: 4K -> 8K (/etc/t.yaml:3:9)
                  plugins.sample.token: not set -> *** ($TOKEN)
                base: restart: a carried instance uses a changed value
                  plugins.base.path: /srv/a -> /srv (default)
                  restarts with it: search, index
                search: keep: it does not run
                The daemon:
                  log.level: info -> debug (/etc/t.yaml:1:8)
                The daemon, after a restart:
                  control.socket: /run/t\\e -> not set
                The other plugins are not affected.
                To apply exactly this plan: trellisctl reload --plan 5f1b0e5c

                """
            #expect(result == .init(status: EX_OK, output: output, error: ""))
            let json = try await Program.run(["plan", "--json"], variables: daemon.variables)
            #expect(json.status == EX_OK)
            #expect(json.output.hasPrefix(#"{"hash":"5f1b0e5c","plugins":[{"plugin":"sample","action":"reconfigure","#))
        }
    }

    @Test("reload shows the applied plan in the past tense")
    func reload() async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["reload", "--plan", "5f1b0e5c"], variables: daemon.variables)
            let output = """
                sample: reconfigured: its configuration changed
                  plugins.sample.size: 4K -> 8K (/etc/t.yaml:3:9)
                  plugins.sample.token: not set -> *** ($TOKEN)
                base: restarted: a carried instance uses a changed value
                  plugins.base.path: /srv/a -> /srv (default)
                  restarted with it: search, index
                search: kept: it does not run
                The daemon:
                  log.level: info -> debug (/etc/t.yaml:1:8)
                The daemon, after a restart:
                  control.socket: /run/t\\e -> not set
                The other plugins are not affected.

                """
            #expect(result == .init(status: EX_OK, output: output, error: ""))
        }
    }

    @Test("a plan without changes is one sentence")
    func unchanged() {
        let plan = HostContract.ReloadPlan(
            hash: "1", plugins: [.init(plugin: "items", action: .keep, settings: [], affected: [])], settings: [],
            afterRestart: [])
        #expect(ReloadText(plan, .plan).lines == ["Nothing changes."])
        #expect(ReloadText(plan, .outcome).lines == ["Nothing has changed."])
    }

    @Test("a list without elements is shown as empty")
    func emptyList() {
        let change = HostContract.SettingChange(
            key: "control.roles.read", from: "ada, @wheel", to: "", location: "t.yaml:3:9")
        let plan = HostContract.ReloadPlan(hash: "1", plugins: [], settings: [change], afterRestart: [])
        #expect(ReloadText(plan, .outcome).lines[1] == "  control.roles.read: ada, @wheel -> empty (t.yaml:3:9)")
    }

    @Test(
        "reload fails with the reason and the exit status of the failure",
        arguments: [
            (
                "old", EX_TEMPFAIL,
                """
                trellisctl: the configuration has changed since the plan was made [io.trellis.Host.PlanOutdated].
                'trellisctl plan' shows the current plan, which has the hash 5f1b0e5c.

                """
            ),
            (
                "invalid", EX_CONFIG,
                """
                trellisctl: the new configuration is invalid:
                /etc/t.yaml:3:9: unknown key 'sise'
                /etc/t.yaml:4:9: invalid value [io.trellis.Host.ChangeRejected].
                The daemon continues with the previous configuration.

                """
            ),
            (
                "failing", EX_UNAVAILABLE,
                """
                trellisctl: the reload failed: the plugin base failed: no space left [io.trellis.Host.ReloadFailed].
                The daemon continues with the previous configuration.

                """
            ),
            (
                "unhealthy", EX_UNAVAILABLE,
                """
                trellisctl: the reload failed: the plugin base failed: no space left [io.trellis.Host.ReloadFailed].
                The daemon uses the previous configuration again.

                """
            ),
        ])
    func failure(hash: String, status: Int32, error: String) async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["reload", "--plan", hash], variables: daemon.variables)
            #expect(result.status == status)
            #expect(result.output.isEmpty)
            #expect(result.error.hasPrefix(error), "\(result.error)")
        }
    }

    @Test(
        "an event describes a reload on one line",
        arguments: [
            (HostContract.ReloadOutcome.done, nil, "reload done: sample reconfigured, base stopped"),
            (.failed, "unknown key\nin line 3", "reload failed: unknown key\\nin line 3"),
            (.rolledBack, "base is unhealthy", "reload rolled back: base is unhealthy"),
        ])
    func event(outcome: HostContract.ReloadOutcome, message: String?, line: String) {
        let event = HostContract.Event(
            sequence: 7, time: "2026-11-21T08:05:12.500Z", kind: .reload,
            reload: .init(
                outcome: outcome, hash: "1",
                plugins: [
                    .init(plugin: "sample", action: .reconfigure, settings: [], affected: []),
                    .init(plugin: "base", action: .stop, settings: [], affected: []),
                ], message: message))
        #expect(EventLine.text(event, isLocalTime: false) == "2026-11-21T08:05:12.500Z  7  \(line)")
    }

    @Test("the release of a plugin that is not quarantined names the command that shows its state")
    func releaseWithoutQuarantine() {
        let failure = CommandFailure(call: HostError.pluginNotQuarantined(plugin: "base"))
        #expect(failure.sentence == "the plugin base is not quarantined")
        #expect(failure.advice == "'trellisctl plugin why base' shows its state, and the command that starts it.")
    }

    @Test("a quarantined plugin is shown with the command that releases it")
    func quarantine() {
        let failure = CommandFailure(
            call: HostError.pluginNotRunning(
                plugin: "base", state: .quarantined, reason: "it ended the daemon 3 times", nextStart: nil))
        #expect(failure.exitStatus == EX_UNAVAILABLE)
        #expect(failure.sentence == "the plugin base is quarantined: it ended the daemon 3 times")
        #expect(failure.advice == "'trellisctl plugin release base' starts it again.")
    }
}
