import Foundation
import HostInterface
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The problems that the daemon describes", .timeLimit(.minutes(2)))
struct ProblemTests {
    /// Runs a body while plugins run, with the interface of the daemon.
    private func withHost(
        _ options: [String], _ registrations: [PluginRegistration] = PluginHostTests.registrations,
        behaviour: Behaviour = Behaviour(), crash: CrashRecord? = nil,
        adjusting adjust: @escaping @Sendable (String, inout Blueprint) -> Void = { _, _ in },
        _ body: (PluginHost, HostClient) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let logger = environment.logger("trellis")
            let host = try Behaviour.$current.withValue(behaviour) {
                try PluginHost(
                    configuration: try LoadedConfiguration(path: nil, options: options, registrations: registrations),
                    environment: environment, router: .host(logger: logger), adjusting: adjust)
            }
            try host.router.register(
                ControlInterface(
                    host: host, audit: AuditLog(journal: logger, logger: logger),
                    facts: ControlInterface.Facts(
                        started: Date(), configuration: nil, stateDirectory: "/", cacheDirectory: "/nonexistent"),
                    logLevel: LogLevelControl(.info), log: LogRing(), logger: logger))
            host.countDeath(crash, in: DeathCountsFile(in: folder, failpoints: host.failpoints))
            try await host.run { try await body(host, HostClient(LocalCaller(router: host.router))) }
        }
    }

    private let pair = ["plugins.base.enabled=true", "plugins.needy.enabled=true"]

    /// The problems as text: `warning movies degraded`.
    private func texts(_ problems: [HostContract.Problem]?) -> [String]? {
        problems?.map { "\($0.severity.rawValue) \($0.plugin ?? "-") \($0.state?.rawValue ?? "-")" }
    }

    @Test("are those of the health checks that the request runs, as is the status")
    func health() async throws {
        let health = FickleHealth()
        try await withHost(
            ["plugins.fickle.enabled=true"], [PluginRegistration(FicklePlugin.self)],
            adjusting: { _, blueprint in blueprint.override(FickleHealth.self, value: health) }
        ) { _, client async throws in
            #expect(try await client.describe().problems == [])
            health.set(.degraded(reason: "it rains"))
            let rain = try await client.describe()
            #expect(rain.status == "1 plugin runs; fickle is degraded: sky: it rains")
            #expect(
                rain.problems == [
                    HostContract.Problem(
                        severity: .warning, plugin: "fickle", state: .degraded, reason: "sky: it rains",
                        remedy: "'trellisctl plugin why fickle' explains it.")
                ])
            health.set(.healthy)
            let sun = try await client.describe()
            #expect(sun.status == "1 plugin runs")
            #expect(sun.problems == [])
        }
    }

    @Test(
        "are critical for a quarantined plugin and warnings for those that need it, with the command that solves each")
    func quarantine() async throws {
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let crash = CrashRecord(
            cause: .crash, signal: SIGSEGV, process: 4711, plugin: "base", started: time, time: time)
        try await withHost(pair + ["plugins.base.quarantineAfter=1"], crash: crash) { _, client async throws in
            let problems = try #require(try await client.describe().problems)
            #expect(texts(problems) == ["critical base quarantined", "warning needy waiting"])
            #expect(problems[0].reason?.hasPrefix("it ended the daemon once, the last time with SIGSEGV at ") == true)
            #expect(
                problems.map(\.remedy) == [
                    "'trellisctl plugin release base' starts it again.", "'trellisctl plugin why needy' explains it.",
                ])
        }
    }

    @Test("are critical for a plugin that failed, and warnings while it waits for its next start")
    func failure() async throws {
        var behaviour = Behaviour()
        behaviour.runBase = { throw PluginFailure(.unavailable, "a pipe burst") }
        for (restart, expected) in [
            ("no", ["critical base failed", "warning needy waiting"]),
            ("on-failure", ["warning needy waiting", "warning base waiting"]),
        ] {
            let options =
                pair + [
                    "plugins.base.required=false", "plugins.needy.required=false", "plugins.base.restart=\(restart)",
                    "plugins.base.restartDelay=1h", "plugins.base.restartMaxDelay=1h",
                ]
            try await withHost(options, behaviour: behaviour) { host, client async throws in
                var changes = host.statusChanged.changes(isInitiallySignaled: true).makeAsyncIterator()
                while !Task.isCancelled, !host.summary.contains("base failed") { await changes.next() }
                #expect(texts(try await client.describe().problems) == expected)
            }
        }
    }

    @Test("are notices for a plugin that an operator stopped and for those that need it, and name who enabled a plugin")
    func stopped() async throws {
        try await withHost(pair) { host, client async throws in
            _ = try await host.setEnablement(of: "lone", to: true, by: "ada", isDryRun: false)
            _ = try await host.control(.stop, "base", isDryRun: false)
            _ = try await host.control(.stop, "lone", isDryRun: false)
            let problems = try await client.describe().problems
            #expect(texts(problems) == ["notice needy waiting", "notice lone stopped", "notice base stopped"])
            #expect(problems?.map(\.override?.user) == [nil, "ada", nil])
        }
    }

    @Test("have a failed reload, until a reload succeeds")
    func reload() async throws {
        try await withHost(pair) { host, client async throws in
            await #expect(throws: HostError.self) {
                try await host.reloads.reporting { throw HostError.changeRejected(message: "unknown key 'itmes'") }
            }
            #expect(
                try await client.describe().problems == [
                    HostContract.Problem(
                        severity: .warning, reason: "the last reload failed: unknown key 'itmes'",
                        remedy: "Correct the configuration, and run 'trellisctl reload'.")
                ])
            try await host.reloads.reporting {}
            #expect(try await client.describe().problems == [])
        }
    }
}
