import Foundation
import HostInterface
import ServiceLifecycle
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The explanation of a plugin's state in io.trellis.Host", .timeLimit(.minutes(2)))
struct ExplanationTests {
    private struct Leak: Error, CustomStringConvertible { var description: String { "a pipe burst" } }

    /// Runs a body while the base plugin and the plugin that needs it run.
    private func withHost(
        _ settings: [String] = [], behaviour: Behaviour = Behaviour(), clock: WallClock = .system,
        _ body: (PluginHost) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, clock: clock)
            let host = try Behaviour.$current.withValue(behaviour) {
                try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil, options: ["plugins.base.enabled=true", "plugins.needy.enabled=true"] + settings,
                        registrations: PluginHostTests.registrations),
                    environment: environment, router: .host(logger: environment.logger("trellis")))
            }
            try await host.run { try await body(host) }
        }
    }

    /// The plugins with their states: `base running`.
    private func states(_ plugins: [HostContract.PluginCondition]) -> [String] {
        plugins.map { "\($0.name) \($0.state.rawValue)" }
    }

    @Test("has the setting that enables the plugin, its relations and its last state changes")
    func running() async throws {
        try await withHost(["plugins.base.required=false"]) { host in
            let needy = try host.explain("needy")
            #expect(needy.condition.state == .running && needy.required)
            #expect(needy.enabled.value == "true" && needy.enabled.location == "--set plugins.needy.enabled")
            #expect(states(needy.requires) == ["base running"])
            #expect(needy.requiredBy.isEmpty && needy.obstacles.isEmpty)
            #expect(needy.events.map(\.transition?.to) == [.starting, .running])
            #expect(needy.events.map(\.sequence) == [3, 4])
            let base = try host.explain("base")
            #expect(!base.required)
            #expect(states(base.requiredBy) == ["needy running"])
            let lone = try host.explain("lone")
            #expect(lone.condition.state == .disabled && lone.events.isEmpty)
            #expect(lone.enabled.value == "false" && lone.enabled.source == .default)
            #expect(throws: HostError.noSuchPlugin(plugin: "bass")) { _ = try host.explain("bass") }
        }
    }

    @Test("names the failed dependency, and the time of the dependency's next start")
    func waiting() async throws {
        var behaviour = Behaviour()
        behaviour.runBase = { throw Leak() }
        let settings = ["plugins.base.restartDelay=1h", "plugins.base.restartMaxDelay=1h"]
        try await withHost(settings, behaviour: behaviour) { host in
            var changes = host.statusChanged.changes().makeAsyncIterator()
            while !Task.isCancelled, !host.summary.contains("; base failed, next start in ") { await changes.next() }
            let needy = try host.explain("needy")
            #expect(needy.condition.reason == "it needs the plugin base, which failed")
            #expect(states(needy.obstacles) == ["base waiting"])
            #expect(needy.obstacles.first?.reason == "service RecordedService: a pipe burst")
            #expect(needy.obstacles.first?.nextStart != nil)
            let base = try host.explain("base")
            #expect(base.obstacles.isEmpty && base.condition.nextStart != nil)
            #expect(base.events.suffix(3).map(\.kind) == [.fault, .transition, .transition])
        }
    }

    @Test("lists the last starts with their durations, and the plugins for which each start waited")
    func starts() async throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let origin = time.withLock(\.self)
        let clock = WallClock(now: { time.withLock(\.self) }, sleep: { try await ContinuousClock().sleep(for: $0) })
        var behaviour = Behaviour()
        behaviour.startBase = { time.withLock { $0 += 0.25 } }
        try await withHost(["plugins.lone.enabled=true"], behaviour: behaviour, clock: clock) { host in
            let starts = host.starts(since: origin - 1)
            let base = try #require(starts.first { $0.plugin == "base" })
            #expect(base.offset == 1_000_000 && base.microseconds == 250_000 && !base.failed && base.after.isEmpty)
            let needy = try #require(starts.first { $0.plugin == "needy" })
            #expect(needy.offset == 1_250_000 && needy.microseconds == 0 && needy.after == ["base"])
            #expect(starts.last?.plugin == "needy" && starts.count == 3)
            time.withLock { $0 += 60 }
            _ = try await host.control(.restart, "needy", isDryRun: false)
            #expect(host.starts(since: origin).last?.offset == 60_250_000)
        }
    }

    @Test("lists the last stops with their durations, without the time in which dependents stopped")
    func stops() async throws {
        let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let origin = time.withLock(\.self)
        let clock = WallClock(now: { time.withLock(\.self) }, sleep: { try await ContinuousClock().sleep(for: $0) })
        try await withHost([], clock: clock) { host in
            #expect(host.stops(since: origin).isEmpty)
            time.withLock { $0 += 60 }
            _ = try await host.control(.stop, "base", isDryRun: false)
            let stops = host.stops(since: origin)
            #expect(stops.map(\.plugin) == ["needy", "base"])
            #expect(stops.map(\.after) == [[], ["needy"]])
            #expect(stops.map(\.offset) == [60_000_000, 60_000_000])
            #expect(stops.map(\.microseconds) == [0, 0])
        }
    }

    @Test("keeps the last ten events of a plugin, its last start and its last stop")
    func history() {
        var history = PluginHistory()
        func append(_ old: HostContract.PluginState, _ new: HostContract.PluginState, at second: Double) {
            let time = Date(timeIntervalSince1970: second)
            history.append(
                RecordedEvent(
                    number: Int(second), time: time,
                    event: .transition(
                        PluginTransition(
                            plugin: "base", from: PluginStatus(state: old, since: time),
                            to: PluginStatus(state: new, since: time)))))
        }
        append(.waiting, .starting, at: 1)
        #expect(history.lastStart?.ended == nil)
        append(.starting, .stopping, at: 3)
        #expect(history.lastStart?.ended == Date(timeIntervalSince1970: 3))
        #expect(history.lastStart?.hasFailed == true)
        #expect(history.lastStop?.ended == nil)
        append(.stopping, .starting, at: 4)
        #expect(history.lastStop?.began == Date(timeIntervalSince1970: 3))
        #expect(history.lastStop?.ended == Date(timeIntervalSince1970: 4))
        append(.starting, .running, at: 5)
        for second in 6..<20 { append(.running, .degraded, at: Double(second)) }
        #expect(history.events.map(\.number) == Array(10..<20))
        #expect(history.lastStart?.began == Date(timeIntervalSince1970: 4))
        #expect(history.lastStart?.hasFailed == false)
    }
}
