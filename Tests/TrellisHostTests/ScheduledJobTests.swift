import Foundation
import HostInterface
import Synchronization
import SystemPackage
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// The jobs of a plugin, as its operator notices them.
@Suite("Scheduled jobs", .timeLimit(.minutes(2)))
struct ScheduledJobTests {
    private static let hour = Duration.seconds(3_600)

    private func withSweeper(
        _ sweeps: Sweeps, at time: ManualClock, in folder: FilePath? = nil, settings: [String: String] = [:],
        _ body: (RunningPlugins, RunningPlugin) async throws -> Void
    ) async throws {
        func run(in folder: FilePath) async throws {
            try await withPlugins(
                [PluginRegistration(SweeperPlugin.self)],
                settings: Dictionary(uniqueKeysWithValues: settings.map { ("sweeper.\($0)", $1) }),
                environment: .test(in: folder, clock: time.clock),
                adjusting: { _, blueprint in blueprint.override(Sweeps.self, value: sweeps) }
            ) { try await body($0, $0["sweeper"]) }
        }
        if let folder { try await run(in: folder) } else { try await withTemporaryFolder { try await run(in: $0) } }
    }

    @Test("a job runs when the plugin starts, and then at each interval from the beginning of the run before")
    func rhythm() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        // A run takes 20 minutes.
        sweeps.work = { _ in time.advance(by: .seconds(1_200)) }
        try await withSweeper(sweeps, at: time) { _, plugin in
            try await time.passNext(.seconds(2_400))
            try await time.sleeper(for: .seconds(2_400))
            let job = try #require(plugin.jobs.first)
            #expect((job.plugin, job.name, job.interval, job.running) == ("sweeper", "sweep", 3_600_000_000, false))
            #expect(job.next == "2027-01-15T10:00:00.000Z")
            #expect(job.last?.began == "2027-01-15T09:00:00.000Z")
            #expect((job.last?.microseconds, job.last?.requested, job.last?.failure) == (1_200_000_000, false, nil))
            #expect(sweeps.count == 2)
        }
    }

    @Test("a run that takes longer than the interval is followed by the next one at once")
    func overrun() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        sweeps.work = { number in if number == 1 { time.advance(by: .seconds(9_000)) } }
        try await withSweeper(sweeps, at: time) { _, plugin in
            try await time.sleeper(for: Self.hour)
            #expect(sweeps.count == 2)
            #expect(plugin.jobs.first?.last?.began == "2027-01-15T10:30:00.000Z")
        }
    }

    @Test("an operator runs a job at once, and its rhythm begins anew")
    func request() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        try await withSweeper(sweeps, at: time) { _, plugin in
            try await time.sleeper(for: Self.hour)
            time.advance(by: .seconds(600))
            try await plugin.runJob("sweep")
            try await time.sleeper(for: Self.hour)
            #expect(sweeps.count == 2)
            #expect(plugin.jobs.first?.last?.requested == true)
            #expect(plugin.jobs.first?.next == "2027-01-15T09:10:00.000Z")
            await #expect(throws: HostError.noSuchJob(plugin: "sweeper", job: "swap")) {
                try await plugin.runJob("swap")
            }
        }
    }

    @Test("operators who request a run in progress wait for this run")
    func joining() async throws {
        let (sweeps, time, release) = (Sweeps(), ManualClock(), OneShotEvent())
        sweeps.work = { _ in await release.wait() }
        try await withReloadedHost(
            "plugins:\n  sweeper:\n", clock: time.clock, plugins: [PluginRegistration(SweeperPlugin.self)],
            adjusting: { if $0 == "sweeper" { $1.override(Sweeps.self, value: sweeps) } }
        ) { fixture in
            await sweeps.began.wait(for: "1")
            let host = fixture.host
            #expect(host.jobs.map(\.running) == [true])
            async let first = host.runJob("sweep", of: "sweeper")
            let turn = try #require(host.hostedPlugins[host.index(of: "sweeper")].jobs["sweep"]?.turn)
            await turn.requested.wait()
            release.signal()
            #expect(try await first.requested == false)
            #expect(sweeps.count == 1)
        }
    }

    @Test("a failed run is reported, degrades the plugin until one succeeds, and is repeated after a time")
    func degradation() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        sweeps.work = { number in if number == 1 { throw Dust() } }
        try await withSweeper(sweeps, at: time, settings: ["onFailure": "degrade"]) { _, plugin in
            try await time.sleeper(for: .seconds(60))
            let status = await plugin.status()
            #expect((status.state, status.reason) == (.degraded, "job sweep: there is dust"))
            let fault = try await plugin.event { $0.fault?.job != nil }.fault
            #expect(
                (fault?.job, fault?.message) == ("sweep", "the job sweep of the plugin sweeper failed: there is dust"))
            #expect(plugin.jobs.first?.last?.failure == "there is dust")
            time.advance(by: .seconds(60))
            try await time.sleeper(for: Self.hour)
            #expect(await plugin.status().state == .running)
            #expect(plugin.jobs.first?.last?.failure == nil)
        }
    }

    @Test("a failed run that is only reported leaves the plugin running, and is repeated")
    func reporting() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        sweeps.work = { number in if number == 1 { throw Dust() } }
        try await withSweeper(sweeps, at: time, settings: ["onFailure": "report"]) { _, plugin in
            try await time.passNext(.seconds(60))
            try await time.sleeper(for: Self.hour)
            #expect(plugin.events.contains { $0.fault?.job == "sweep" })
            #expect(!plugin.events.contains { $0.transition?.to == .degraded })
            #expect(sweeps.count == 2)
        }
    }

    @Test("by default, the plugin fails with the run, and its restart policy applies")
    func failure() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        sweeps.work = { number in if number == 2 { throw Dust() } }
        try await withSweeper(sweeps, at: time) { _, plugin in
            try await time.sleeper(for: Self.hour)
            await #expect(throws: HostError.jobFailed(plugin: "sweeper", job: "sweep", message: "there is dust")) {
                try await plugin.runJob("sweep")
            }
            let fault = try await plugin.event { $0.fault?.kind == .failed }.fault
            #expect(fault?.message == "the plugin sweeper failed: job sweep: there is dust")
            try await plugin.event { $0.transition?.to == .waiting && $0.transition?.nextStart != nil }
            #expect(
                plugin.jobs.first.map { ($0.next == nil, $0.last?.failure) } ?? (false, nil) == (true, "there is dust"))
        }
    }

    @Test("a stop cancels the run in progress, and the operator who waits for it learns that the plugin has stopped")
    func stop() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        sweeps.work = { _ in try await Task.sleep(for: .seconds(3_600)) }
        try await withSweeper(sweeps, at: time) { plugins, plugin in
            await sweeps.began.wait(for: "1")
            let waiting = Task { try await plugin.runJob("sweep") }
            try await plugins.stop("sweeper")
            let error = await #expect(throws: HostError.self) { try await waiting.value }
            let isStopped = if case .pluginNotRunning("sweeper", _, _, _) = error { true } else { false }
            #expect(isStopped, "\(error as Any)")
            #expect(!plugin.events.contains { $0.kind == .fault })
            #expect(plugin.jobs.first?.running == false && plugin.jobs.first?.last == nil)
        }
    }

    @Test("a remembered job waits for the rest of its interval after a restart of the daemon")
    func memory() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        try await withTemporaryFolder { folder in
            try await withSweeper(sweeps, at: time, in: folder, settings: ["remember": "true"]) { _, _ in
                try await time.sleeper(for: Self.hour)
            }
            time.advance(by: .seconds(1_000))
            try await withSweeper(sweeps, at: time, in: folder, settings: ["remember": "true"]) { _, plugin in
                try await time.passNext(.seconds(2_600))
                try await time.sleeper(for: Self.hour)
                #expect(sweeps.count == 2)
                #expect(plugin.jobs.first?.last?.began == "2027-01-15T09:00:00.000Z")
            }
            // A damaged file costs a run, and no start.
            try Data("{".utf8).write(to: URL(filePath: folder.appending("state/jobs.json").string))
            try await withSweeper(sweeps, at: time, in: folder, settings: ["remember": "true"]) { _, _ in
                try await time.sleeper(for: Self.hour)
                #expect(sweeps.count == 3)
            }
        }
    }

    @Test("a reload keeps the rhythm, with the new interval")
    func reload() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        try await withReloadedHost(
            "plugins:\n  sweeper:\n    confirmHealth: 0\n", clock: time.clock,
            plugins: [PluginRegistration(SweeperPlugin.self)],
            adjusting: { if $0 == "sweeper" { $1.override(Sweeps.self, value: sweeps) } }
        ) { fixture in
            try await time.sleeper(for: Self.hour)
            time.advance(by: .seconds(600))
            try await fixture.reload("plugins:\n  sweeper:\n    confirmHealth: 0\n    interval: 20min\n")
            try await time.passNext(.seconds(600))
            try await time.sleeper(for: .seconds(1_200))
            #expect(sweeps.count == 2)
            #expect(fixture.host.jobs.map(\.interval) == [1_200_000_000])
        }
    }

    @Test("a failed run is repeated in time, although the data says that the interval has not passed")
    func retry() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        sweeps.work = { number in if number == 2 { throw Dust() } }
        sweeps.lastRun = Date(timeIntervalSince1970: 1_800_000_000 - 600)
        try await withSweeper(sweeps, at: time, settings: ["onFailure": "degrade", "read": "true"]) { _, plugin in
            try await time.passNext(.seconds(3_000))
            try await time.sleeper(for: Self.hour)
            sweeps.lastRun = time.now
            time.advance(by: .seconds(1))
            await #expect(throws: HostError.self) { try await plugin.runJob("sweep") }
            try await time.passNext(.seconds(60))
            try await time.sleeper(for: Self.hour)
            #expect(sweeps.count == 3)
            #expect(await plugin.status().state == .running)
        }
    }

    @Test("a failed run whose work was done nevertheless is not repeated")
    func lateSuccess() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        sweeps.work = { _ in
            sweeps.lastRun = time.now
            throw Dust()
        }
        try await withSweeper(sweeps, at: time, settings: ["onFailure": "degrade", "read": "true"]) { _, plugin in
            try await time.passNext(.seconds(60))
            try await time.sleeper(for: .seconds(3_540))
            #expect(sweeps.count == 1)
            #expect(await plugin.status().state == .running)
        }
    }

    @Test("a restart forgets the failure, and the request of an operator who has learnt that the plugin stopped")
    func restart() async throws {
        let (sweeps, time) = (Sweeps(), ManualClock())
        sweeps.lastRun = time.now
        sweeps.work = { number in
            if number == 1 { throw Dust() }
            try await Task.sleep(for: .seconds(3_600))
        }
        try await withSweeper(sweeps, at: time, settings: ["onFailure": "degrade", "read": "true"]) { plugins, plugin in
            try await time.sleeper(for: Self.hour)
            await #expect(throws: HostError.self) { try await plugin.runJob("sweep") }
            let waiting = Task { try await plugin.runJob("sweep") }
            await sweeps.began.wait(for: "2")
            try await plugins.stop("sweeper")
            await #expect(throws: HostError.self) { try await waiting.value }
            try await plugins.start("sweeper")
            try await time.sleeper(for: Self.hour)
            #expect(await plugin.status().state == .running)
            #expect(sweeps.count == 2)
        }
    }

    @Test(
        "a reload lets a run finish, and does not begin another one meanwhile; a job that it removes answers who waits for it"
    )
    func reloadDuringRun() async throws {
        let (sweeps, time, release) = (Sweeps(), ManualClock(), OneShotEvent())
        sweeps.work = { _ in
            await release.wait()
            try Task.checkCancellation()
        }
        func text(_ lines: String) -> String { "plugins:\n  sweeper:\n    confirmHealth: 0\n\(lines)" }
        try await withReloadedHost(
            text(""), clock: time.clock, plugins: [PluginRegistration(SweeperPlugin.self)],
            adjusting: { if $0 == "sweeper" { $1.override(Sweeps.self, value: sweeps) } }
        ) { fixture in
            await sweeps.began.wait(for: "1")
            try await fixture.reload(text("    interval: 20min\n"))
            let host = fixture.host
            #expect(host.jobs.map(\.running) == [true])
            let waiting = Task { try await host.runJob("sweep", of: "sweeper") }
            let turn = try #require(host.hostedPlugins[host.index(of: "sweeper")].jobs["sweep"]?.turn)
            await turn.requested.wait()
            try await fixture.reload(text("    sweeps: false\n"))
            await #expect(throws: HostError.noSuchJob(plugin: "sweeper", job: "sweep")) { _ = try await waiting.value }
            #expect(host.jobs.isEmpty)
            release.signal()
            try await fixture.reload(text("    interval: 20min\n"))
            try await time.sleeper(for: .seconds(1_200))
            #expect(host.jobs.map(\.last?.failure) == [nil])
            #expect(sweeps.count == 1)
        }
    }

    @Test("two jobs with one name are rejected")
    func names() async throws {
        let failure = await #expect(throws: HostFailure.self) {
            try await withPlugin(
                SweeperPlugin.self,
                adjusting: { $0.schedule { () in ScheduledJob("sweep", every: Self.hour) {} } }
            ) { _ in }
        }
        #expect(failure?.description.contains("two jobs have the name sweep") == true)
    }
}

/// The error of a run.
private struct Dust: Error, CustomStringConvertible {
    let description = "there is dust"
}

/// The runs of the job of ``SweeperPlugin``.
private final class Sweeps: Sendable {
    private let state = Mutex<(count: Int, work: @Sendable (Int) async throws -> Void)>((0, { _ in }))
    private let last = Mutex<Date?>(nil)

    /// The time that the plugin's data has for the last run.
    var lastRun: Date? {
        get { last.withLock(\.self) }
        set { last.withLock { $0 = newValue } }
    }

    /// Records the number of each run that begins.
    let began = Recorder()

    /// The number of runs that have begun.
    var count: Int { state.withLock(\.count) }

    /// What a run with a number does, by default nothing.
    var work: @Sendable (Int) async throws -> Void {
        get { state.withLock(\.work) }
        set { state.withLock { $0.work = newValue } }
    }

    @Sendable func sweep() async throws {
        let (number, work) = state.withLock { state in
            state.count += 1
            return state
        }
        began.note("\(number)")
        try await work(number)
    }
}

/// A plugin with one job.
private struct SweeperPlugin: Plugin {
    struct Configuration: PluginConfiguration {
        var interval: Duration
        var lastRun: String
        var sweeps: Bool
        var onFailure: ScheduledJob.FailurePolicy

        init(from settings: Settings) {
            interval = settings.duration(
                "interval", default: .seconds(3_600), in: .seconds(1) ... .seconds(86_400), "The interval.")
            sweeps = settings.boolean("sweeps", default: true, "Whether there is a job.")
            let (remembers, reads) = (
                settings.boolean("remember", default: false, "Whether the last run is remembered."),
                settings.boolean("read", default: false, "Whether the last run is read.")
            )
            lastRun = remembers ? "remember" : reads ? "read" : "unknown"
            let failure = settings.string("onFailure", default: "fail", "What follows a failed run.")
            onFailure =
                switch failure {
                case "degrade": .degradePlugin(retryAfter: .seconds(60))
                case "report": .report(retryAfter: .seconds(60))
                default: .failPlugin
                }
        }
    }

    static let manifest = PluginManifest(name: "sweeper", version: "1.0.0", summary: "Sweeps.")

    static func assemble(_ blueprint: inout Blueprint, configuration: Configuration) {
        blueprint.provide(Sweeps.init)
        guard configuration.sweeps else { return }
        blueprint.schedule { (sweeps: Sweeps) in
            let lastRun: ScheduledJob.LastRun =
                switch configuration.lastRun {
                case "remember": .remembered
                case "read": .read { sweeps.lastRun }
                default: .unknown
                }
            return ScheduledJob(
                "sweep", every: configuration.interval, lastRun: lastRun, onFailure: configuration.onFailure,
                sweeps.sweep)
        }
    }
}
