import HostInterface
import ServiceLifecycle
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// Commands of operators while a reload is in progress.
@Suite("A command during a reload", .timeLimit(.minutes(2)))
struct ReloadCommandTests {
    /// Counts the instances of the plugin `faulty`.
    private final class Instances: Sendable {
        private let counts = Mutex((created: 0, closed: 0))

        var created: Int { counts.withLock(\.created) }
        var closed: Int { counts.withLock(\.closed) }

        /// Counts a creation, and returns its number.
        func create() -> Int {
            counts.withLock { counts in
                counts.created += 1
                return counts.created
            }
        }

        func close() { counts.withLock { $0.closed += 1 } }
    }

    @Test("disables a plugin whose new generation is being created, after the reload")
    func disable() async throws {
        let (gate, begun, instances) = (OneShotEvent(), OneShotEvent(), Instances())
        var script = FaultyScript()
        script.create = { _ in
            guard instances.create() == 2 else { return }
            begun.signal()
            await gate.wait()
        }
        script.close = { instances.close() }
        try await withFaultyPlugin(script, FaultyPlugin.text(revision: 1)) { fixture async throws in
            let host = fixture.host
            try fixture.write(FaultyPlugin.text(revision: 2))
            let reload = Task { try await host.reload(expecting: nil) }
            await begun.wait()
            let command = Task { try await host.setEnablement(of: "faulty", to: false, by: "ada", isDryRun: false) }
            while !Task.isCancelled, host.changing.waiterCount < 1 { await Task.yield() }
            #expect(fixture.states == ["faulty reloading"])
            try await fixture.act()
            gate.signal()
            #expect(try await reload.value.plugins.map(\.plugin).contains("faulty"))
            #expect(try await command.value.map(\.state) == [.disabled])
            #expect(fixture.states == [])
            #expect(instances.created == 2 && instances.closed == 2)
            await #expect(throws: ServiceError.interfaceNotFound(interface: "org.example.faulty")) {
                try await fixture.act()
            }
        }
    }

    @Test("starts a plugin that the reload left stopped, which then uses the new configuration")
    func start() async throws {
        let (begun, gate) = (OneShotEvent(), OneShotEvent())
        let script = HubScript(openGuest: { word in
            guard word == "tea" else { return }
            begun.signal()
            await gate.wait()
        })
        try await withHub("plugins:\n  guest:\n  hub:\n  speaker:\n", script) { fixture async throws in
            let (host, users) = (fixture.host, ReloadUsers(fixture: fixture, script: script))
            _ = try await host.control(.stop, "speaker", isDryRun: false)
            let common = "confirmHealth: 0, word: tea"
            try fixture.write("plugins:\n  guest: { \(common) }\n  hub:\n  speaker: { \(common) }\n")
            let reload = Task { try await host.reload(expecting: nil) }
            await begun.wait()
            _ = try await host.control(.start, "speaker", isDryRun: false)
            #expect(await users.words["speaker"] == "hello")
            gate.signal()
            _ = try await reload.value
            #expect(await users.words == ["guest": "tea", "speaker": "tea"])
        }
    }

    @Test("stops a plugin during a rollback, and the plugin starts with the old configuration later")
    func stopDuringRollback() async throws {
        let (begun, breaks, instances) = (OneShotEvent(), OneShotEvent(), Instances())
        var script = FaultyScript()
        script.create = { _ in
            guard instances.create() == 3 else { return }
            begun.signal()
            try await Task.sleep(for: .seconds(3600))
        }
        script.close = { instances.close() }
        script.serve = {
            guard instances.created == 2 else { return try await gracefulShutdown() }
            await breaks.wait()
            throw PluginFailure(.unavailable, "out of order")
        }
        let text = FaultyPlugin.text(revision: 1)
        try await withFaultyPlugin(script, text) { fixture async throws in
            let host = fixture.host
            try fixture.write(FaultyPlugin.text(revision: 2, confirmHealth: "10min"))
            _ = try await host.reload(expecting: nil)
            breaks.signal()
            await begun.wait()
            #expect(try await host.control(.stop, "faulty", isDryRun: false).map(\.state) == [.stopped])
            _ = try await host.event { $0.reload?.outcome == .rolledBack }
            #expect(fixture.states == ["faulty stopped"])
            #expect(try fixture.plan(text) == [])
            #expect(instances.closed == 2)
            _ = try await host.control(.start, "faulty", isDryRun: false)
            #expect(fixture.states == ["faulty running"])
            try await fixture.act()
        }
    }

    /// The order in which the restart of the hub and the reload of the guest end.
    enum Order: CaseIterable {
        case restartFirst, reloadFirst
    }

    @Test("restarts a plugin with an extension point, which then uses the new contribution", arguments: Order.allCases)
    func restartOfHub(_ order: Order) async throws {
        let (guestBegun, guestGate) = (OneShotEvent(), OneShotEvent())
        let (hubBegun, hubGate) = (OneShotEvent(), OneShotEvent())
        let script = HubScript(
            openHub: { life in
                guard life == 2 else { return }
                hubBegun.signal()
                await hubGate.wait()
            },
            openGuest: { word in
                guard word == "tea" else { return }
                guestBegun.signal()
                await guestGate.wait()
            })
        try await withHub("plugins:\n  guest:\n  hub:\n", script) { fixture async throws in
            let host = fixture.host
            await script.recorder.wait(for: "guests: guest")
            try fixture.write("plugins:\n  guest:\n    confirmHealth: 0\n    word: tea\n  hub:\n")
            let reload = Task { try await host.reload(expecting: nil) }
            await guestBegun.wait()
            let restart = Task { try await host.control(.restart, "hub", isDryRun: false) }
            await hubBegun.wait()
            if order == .restartFirst {
                hubGate.signal()
                let restarted = try await restart.value.map(\.state)
                #expect(restarted == [.running])
                #expect(script.guests == ["guest"])
                #expect(try await script.guest("guest")?.use { try await $0.greet() } == "hello")
                guestGate.signal()
                _ = try await reload.value
            } else {
                guestGate.signal()
                _ = try await reload.value
                #expect(fixture.states == ["hub starting", "guest running"])
                hubGate.signal()
                #expect(try await restart.value.map(\.state) == [.running])
            }
            #expect(script.guests == ["guest"])
            #expect(try await script.guest("guest")?.use { try await $0.greet() } == "tea")
            #expect(fixture.states == ["hub running", "guest running"])
        }
    }

    @Test(
        "leaves the plugins in the state that the commands and the configuration require",
        arguments: 1...6 as ClosedRange<UInt64>)
    func sequences(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let script = HubScript(openGuest: { _ in for _ in 1...50 { await Task.yield() } })
        let log = LogRecorder(level: .notice)
        var (words, history): ([String: String], [String]) = (["speaker": "hello", "guest": "hello"], [])
        try await withHub(RandomReload().text, script, log: log) { fixture async throws in
            let users = ReloadUsers(fixture: fixture, script: script)
            for _ in 1...10 {
                let change = RandomReload(&generator)
                let commands = (0..<Int.random(in: 0...3, using: &generator)).map { _ in RandomCommand(&generator) }
                history.append("\(change) \(commands)")
                try fixture.write(change.text)
                let isApplied = try await withThrowingTaskGroup(of: Void.self) { group in
                    for command in commands { group.addTask { try await users.request(command) } }
                    let isApplied = try await users.reload()
                    try await group.waitForAll()
                    return isApplied
                }
                if isApplied { words = change.words }
                // A plugin that does not run at this time has no word.
                for (plugin, word) in await users.words where word != words[plugin] {
                    Issue.record("seed \(seed): \(plugin) says \(word), expected \(words) after \(history)")
                }
            }
            for plugin in RandomCommand.plugins {
                _ = try await fixture.host.setEnablement(of: plugin, to: nil, by: "ada", isDryRun: false)
                _ = try await fixture.host.control(.stop, plugin, isDryRun: false)
            }
            try await fixture.reload(RandomReload().text)
            for plugin in RandomCommand.plugins { _ = try await fixture.host.control(.start, plugin, isDryRun: false) }
            let expected = ["hub running", "guest running", "speaker running"]
            #expect(Set(fixture.states) == Set(expected), "seed \(seed): \(history)")
            #expect(await users.words == RandomReload().words, "seed \(seed): \(history)")
            for plugin in RandomCommand.plugins { _ = try await fixture.host.control(.stop, plugin, isDryRun: false) }
            for events in [fixture.recorder.events, script.recorder.events] {
                let (opened, closed) = (
                    events.filter { $0.hasSuffix(" opened") }, events.filter { $0.hasSuffix(" closed") }
                )
                #expect(opened.count == closed.count, "seed \(seed): \(history)")
            }
            let isOverdue = { (line: String) in line.contains("stuck") || line.contains("abandoned") }
            #expect(!log.lines.contains(where: isOverdue), "seed \(seed): \(log.lines)")
        }
    }
}

/// A random change of the configuration of the plugins speaker and guest.
private struct RandomReload: CustomStringConvertible {
    var words = ["speaker": "hello", "guest": "hello"]
    private var fault: String?
    private var confirmHealth = "0"

    /// The configuration without a fault.
    init() {}

    init(_ generator: inout SeededGenerator) {
        let some = ["hello", "tea", "salt", "rice"]
        for plugin in words.keys.sorted() { words[plugin] = some.randomElement(using: &generator) }
        fault = ["start", "health", "service"].randomElement(using: &generator)
        if Int.random(in: 0..<3, using: &generator) > 0 { fault = nil }
        if Int.random(in: 0..<6, using: &generator) == 0 { confirmHealth = "1ms" }
    }

    var text: String {
        let common = "confirmHealth: \(confirmHealth), required: false, restartDelay: 1ms, timeoutStop: 1min, word: "
        let suffix = fault.map { ", fault: \($0)" } ?? ""
        return """
            plugins:
              hub: { required: false }
              guest: { \(common)\(words["guest"] ?? "") }
              speaker: { \(common)\(words["speaker"] ?? "")\(suffix) }

            """
    }

    var description: String { "\(words.sorted { $0 < $1 }.map(\.value)) \(fault ?? "") \(confirmHealth)" }
}

/// A random command of an operator.
private struct RandomCommand: Sendable, CustomStringConvertible {
    static let plugins = ["hub", "guest", "speaker"]

    enum Kind: CaseIterable {
        case start, stop, restart, enable, disable, reset
    }

    let kind: Kind
    let plugin: String
    /// The number of suspensions before the command, so that it reaches any part of the reload.
    let delay: Int

    init(_ generator: inout SeededGenerator) {
        kind = Kind.allCases.randomElement(using: &generator) ?? .start
        plugin = Self.plugins.randomElement(using: &generator) ?? "hub"
        delay = Int.random(in: 0...200, using: &generator)
    }

    var description: String { "\(kind) \(plugin) after \(delay)" }
}

/// The clients of a host with the plugins hub, guest and speaker.
private struct ReloadUsers: Sendable {
    let fixture: ReloadedHost
    let script: HubScript

    /// Requests a command, which the host may reject with an error of its contract.
    func request(_ command: RandomCommand) async throws {
        for _ in 0..<command.delay { await Task.yield() }
        let (host, plugin) = (fixture.host, command.plugin)
        do {
            switch command.kind {
            case .start: _ = try await host.control(.start, plugin, isDryRun: false)
            case .stop: _ = try await host.control(.stop, plugin, isDryRun: false)
            case .restart: _ = try await host.control(.restart, plugin, isDryRun: false)
            case .enable: _ = try await host.setEnablement(of: plugin, to: true, by: "ada", isDryRun: false)
            case .disable: _ = try await host.setEnablement(of: plugin, to: false, by: "ada", isDryRun: false)
            case .reset: _ = try await host.setEnablement(of: plugin, to: nil, by: "ada", isDryRun: false)
            }
        } catch HostError.pluginDisabled {}
    }

    /// Reloads the configuration.
    ///
    /// - Returns: Whether the new configuration is in use.
    func reload() async throws -> Bool {
        do {
            _ = try await fixture.host.reload(expecting: nil)
            return true
        } catch HostError.reloadFailed {
            return false
        }
    }

    /// The words of the running plugins.
    var words: [String: String] {
        get async {
            var words: [String: String] = [:]
            let caller = LocalCaller(router: fixture.host.router)
            let reply = try? await caller.call("org.example.speaker.Say", JSONObject())
            words["speaker"] = reply?["word"]?.stringValue
            words["guest"] = try? await script.guest("guest")?.use { try await $0.greet() }
            return words
        }
    }
}

/// Runs a host with the plugins hub, guest and those of ``withReloadedHost`` while a body runs.
private func withHub(
    _ text: String, _ script: HubScript, log: LogRecorder = LogRecorder(level: .notice),
    _ body: (ReloadedHost) async throws -> Void
) async throws {
    try await HubScript.$current.withValue(script) {
        let plugins = [PluginRegistration(HubPlugin.self), PluginRegistration(GuestPlugin.self)]
        try await withReloadedHost(text, log: log, plugins: plugins, body)
    }
}
