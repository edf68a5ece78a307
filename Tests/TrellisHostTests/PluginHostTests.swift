import Foundation
import HostInterface
import ServiceLifecycle
import Synchronization
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Hosting plugins", .timeLimit(.minutes(2)))
struct PluginHostTests {
    /// The plugins, with dependents before their dependencies: the host determines the order.
    static let registrations = [
        PluginRegistration(NeedyPlugin.self), PluginRegistration(LonePlugin.self), PluginRegistration(BasePlugin.self),
    ]

    /// Runs a body while the plugins run.
    func withHost<Result: Sendable>(
        _ settings: [String], behaviour: Behaviour, _ body: (PluginHost) async throws -> Result
    ) async throws -> Result {
        try await withTemporaryFolder { folder in
            let host = try Behaviour.$current.withValue(behaviour) {
                let configuration = try LoadedConfiguration(
                    path: nil, options: settings, registrations: Self.registrations)
                let environment = HostEnvironment.test(in: folder)
                return try PluginHost(
                    configuration: configuration, environment: environment,
                    router: .host(logger: environment.logger("trellis")))
            }
            return try await host.run { try await body(host) }
        }
    }

    private let all = ["plugins.base.enabled=true", "plugins.needy.enabled=true", "plugins.lone.enabled=true"]

    @Test("starts plugins after their dependencies, and stops them in reverse")
    func order() async throws {
        let behaviour = Behaviour()
        try await withHost(all, behaviour: behaviour) { host in
            #expect(await host.plugins().map(\.state) == [.running, .running, .running])
            await behaviour.recorder.wait(for: "base runs")
        }
        let events = behaviour.recorder.events.filter { !$0.hasPrefix("lone") }
        #expect(
            events.filter { $0 != "base runs" && $0 != "base ran" }
                == ["base starts", "base started", "needy started", "needy closed", "base closed"])
        // The service ends before any instance of its plugin is closed.
        let ran = try #require(events.firstIndex(of: "base ran"))
        #expect(ran < (try #require(events.firstIndex(of: "base closed"))))
    }

    @Test("starts independent plugins concurrently")
    func sideBySide() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        // Base starts only after lone, so starting them one after the other would hang.
        behaviour.startBase = { await recorder.wait(for: "lone started") }
        try await withHost(all, behaviour: behaviour) { host in
            #expect(await host.plugins().map(\.state) == [.running, .running, .running])
        }
    }

    @Test("rejects a plugin that depends on a disabled one, before anything is created")
    func admission() async throws {
        let behaviour = Behaviour()
        let failure = await #expect(throws: HostFailure.self) {
            try await withHost(["plugins.needy.enabled=true", "plugins.lone.enabled=true"], behaviour: behaviour) { _ in
            }
        }
        #expect(failure?.exitStatus == .configuration)
        #expect(
            failure?.description
                == "the plugin needy needs base, which is disabled: enable plugins.base or disable plugins.needy")
        #expect(behaviour.recorder.events.isEmpty)
    }

    @Test("reports the other problems of a plugin that depends on a disabled one")
    func remainingProblems() throws {
        let configuration = try LoadedConfiguration(
            path: nil, options: ["plugins.needy.enabled=true"], registrations: Self.registrations)
        let environment = HostEnvironment.test(in: "/nonexistent")
        let failure = #expect(throws: HostFailure.self) {
            _ = try PluginHost(
                configuration: configuration, environment: environment,
                router: .host(logger: environment.logger("trellis"))
            ) { plugin, blueprint in
                if plugin == "needy" { blueprint.provide { (_: AbsentService) in OtherService() } }
            }
        }
        let lines = try #require(failure?.description).split(separator: "\n")
        #expect(
            lines.first
                == "the plugin needy needs base, which is disabled: enable plugins.base or disable plugins.needy")
        #expect(lines.dropFirst().contains { $0.contains("AbsentService") })
        #expect(!lines.dropFirst().contains { $0.contains("needs Base") })
    }

    @Test("rejects invalid and duplicate names of plugins with a message")
    func names() {
        func failure(_ registrations: [PluginRegistration]) -> HostFailure? {
            let host = Host(
                options: HostOptions(), plugins: registrations, service: ServiceEnvironment(), variables: [:])
            return #expect(throws: HostFailure.self) { try host.check() }
        }
        let invalid = failure([PluginRegistration(LonePlugin.self, name: "Lone Wolf")])
        #expect(invalid?.exitStatus == .software)
        #expect(invalid?.message.hasPrefix("invalid name 'Lone Wolf' of the plugin LonePlugin: expected ") == true)
        let duplicate = failure([
            PluginRegistration(LonePlugin.self), PluginRegistration(BasePlugin.self, name: "lone"),
        ])
        #expect(duplicate?.message == "the plugins LonePlugin and BasePlugin have the same name 'lone'")
    }

    @Test("fails when a required plugin cannot start, and closes the others")
    func requiredFailure() async throws {
        var behaviour = Behaviour()
        behaviour.startBase = { throw PluginFailure(.data, "the base is rotten", advice: "Buy another") }
        let failure = await #expect(throws: HostFailure.self) {
            try await withHost(all, behaviour: behaviour) { _ in Issue.record("the body ran") }
        }
        #expect(failure?.exitStatus == .dataError)
        #expect(failure?.description == "the plugin base cannot start: the base is rotten. Buy another")
        let events = behaviour.recorder.events
        #expect(!events.contains("needy started"))
        #expect(events.contains("lone started") == events.contains("lone closed"))
    }

    @Test("continues without a plugin that is not required, and without its dependents")
    func optionalFailure() async throws {
        var behaviour = Behaviour()
        behaviour.startBase = { throw PluginFailure(.unavailable, "the base is out") }
        let settings =
            all + [
                "plugins.base.required=false", "plugins.base.restart=no", "plugins.needy.required=false",
            ]
        try await withHost(settings, behaviour: behaviour) { host in
            let plugins = await host.plugins()
            #expect(plugins.map(\.state) == [.waiting, .running, .failed])
            #expect(plugins[0].reason == "it needs the plugin base, which failed")
            #expect(plugins[2].reason == "the base is out")
            #expect(
                host.summary
                    == "1 of 3 plugins run; base failed; needy waits: it needs the plugin base, which failed")
        }
    }

    @Test("describes the scopes of every enabled plugin, open or not")
    func graphs() async throws {
        var behaviour = Behaviour()
        behaviour.startBase = { throw PluginFailure(.unavailable, "the base is out") }
        let settings = ["plugins.base.enabled=true", "plugins.lone.enabled=true", "plugins.base.required=false"]
        try await withHost(settings, behaviour: behaviour) { host in
            let graphs = host.graphs().sorted { $0.plugin < $1.plugin }
            #expect(graphs.map(\.plugin) == ["base", "lone"])
            #expect(graphs.map(\.graph.root.state) == [.declared, .open])
            #expect(graphs.allSatisfy { !$0.graph.scopes.flatMap(\.instances).isEmpty })
            let text = try host.graphs(of: "lone", in: .text)
            #expect(text.count == 1 && text[0].text.contains("Lone"))
            let json = try host.graphs(of: nil, in: .json)
            #expect(json.compactMap(\.plugin).sorted() == ["base", "lone", "root"])
            #expect(json.allSatisfy { (try? JSONValue(parsing: $0.text)) != nil })
            let dot = try host.graphs(of: nil, in: .dot)
            #expect(
                dot.count == 1 && dot[0].text.contains("cluster_root/base") && dot[0].text.contains("cluster_root/lone")
            )
            #expect(try host.graphs(of: "lone", in: .mermaid)[0].text.hasPrefix("flowchart LR\n"))
            #expect(throws: HostError.noSuchPlugin(plugin: "bass")) { try host.graphs(of: "bass", in: .text) }
            #expect(throws: HostError.pluginDisabled(plugin: "needy")) { try host.graphs(of: "needy", in: .text) }
        }
    }

    @Test("stops the dependents of a plugin whose service fails, and reports the failure if the plugin is required")
    func serviceFailure() async throws {
        struct Leak: Error, CustomStringConvertible { var description: String { "a pipe burst" } }
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.runBase = {
            await recorder.wait(for: "go")
            throw Leak()
        }
        try await withHost(all + ["plugins.base.restart=no"], behaviour: behaviour) { host in
            recorder.note("go")
            await host.requiredFailed.wait()
            let message = "the plugin base failed: service RecordedService: a pipe burst"
            #expect(host.requiredFailure?.description == message)
            #expect(await host.plugins().map(\.state) == [.waiting, .running, .failed])
        }
        let events = recorder.events
        #expect(
            try #require(events.firstIndex(of: "needy closed")) < (try #require(events.firstIndex(of: "base closed"))))
    }

    @Test("reports every change of a plugin's state")
    func changes() async throws {
        struct Leak: Error {}
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.runBase = {
            await recorder.wait(for: "go")
            throw Leak()
        }
        let settings = [
            "plugins.base.required=false", "plugins.base.restart=no", "plugins.needy.required=false",
        ]
        try await withHost(all + settings, behaviour: behaviour) { host in
            var changes = host.statusChanged.changes().makeAsyncIterator()
            #expect(host.summary == "3 plugins run")
            recorder.note("go")
            // First needy is stopped, then base is closed and remains failed.
            let final = "1 of 3 plugins run; base failed; needy waits: it needs the plugin base, which failed"
            while !Task.isCancelled, host.summary != final { await changes.next() }
        }
    }

    @Test("requests a plugin's time limits before the plugin starts and before it stops")
    func time() async throws {
        let behaviour = Behaviour()
        let recorder = behaviour.recorder
        try await withTemporaryFolder { folder in
            let host = try Behaviour.$current.withValue(behaviour) {
                let configuration = try LoadedConfiguration(
                    path: nil,
                    options: ["plugins.base.enabled=true"]
                        + ["plugins.base.timeoutStart=2min", "plugins.base.timeoutStop=3min"],
                    registrations: Self.registrations)
                let environment = HostEnvironment.test(in: folder)
                return try PluginHost(
                    configuration: configuration, environment: environment,
                    router: .host(logger: environment.logger("trellis")))
            }
            try await host.run(until: OneShotEvent()) {
                recorder.note("requested \($0.systemdText)")
            } _: {
                await recorder.wait(for: "base runs")
            }
        }
        #expect(recorder.events.prefix(3) == ["requested 2min", "base starts", "base started"])
        // Time is requested for stopping the service of the plugin, and then for closing its scopes.
        let requests = recorder.events.filter { $0.hasPrefix("requested") }
        #expect(requests.dropFirst().first == "requested 3min")
        #expect(requests.count == 3)
        let last = try #require(recorder.events.lastIndex { $0.hasPrefix("requested") })
        #expect(try #require(recorder.events.firstIndex(of: "base ran")) < last)
        #expect(last < (try #require(recorder.events.firstIndex(of: "base closed"))))
    }

    @Test("cancels a plugin that takes too long to start")
    func startLimit() async throws {
        var behaviour = Behaviour()
        behaviour.startBase = { try await Task.sleep(for: .seconds(86_400)) }
        let failure = await #expect(throws: HostFailure.self) {
            try await withHost(all + ["plugins.base.timeoutStart=10ms"], behaviour: behaviour) { _ in }
        }
        #expect(failure?.message == "the plugin base cannot start: it took longer than 10ms")
        #expect(failure?.exitStatus == .unavailable)
    }

    @Test("the time limit of a start also limits each of its initializers", arguments: [30, 60, 300])
    func initializerLimit(timeoutStart: Int) async throws {
        let limits = Mutex<[Duration]>([])
        try await withPlugin(
            LonePlugin.self, settings: ["timeoutStart": "\(timeoutStart)s"],
            adjusting: { blueprint in limits.withLock { $0.append(blueprint.buildingTimeLimit) } }
        ) { _ in
            #expect(limits.withLock { $0 } == [.seconds(max(60, timeoutStart))])
        }
    }

    @Test("stops plugins that are still starting")
    func stopWhileStarting() async throws {
        var behaviour = Behaviour()
        behaviour.startBase = { try await Task.sleep(for: .seconds(86_400)) }
        let recorder = behaviour.recorder
        let task = Task { [behaviour] in
            try await withHost(all, behaviour: behaviour) { _ in Issue.record("the body ran") }
        }
        await recorder.wait(for: "base starts")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!recorder.events.contains("base started"))
        #expect(recorder.events.contains("lone started") == recorder.events.contains("lone closed"))
    }

    @Test("lists every plugin, with the steps that enable a disabled one")
    func listing() async throws {
        try await withHost(["plugins.base.enabled=true", "plugins.lone.enabled=false"], behaviour: Behaviour()) {
            host in
            let plugins = await host.plugins()
            #expect(plugins.map(\.name) == ["needy", "lone", "base"])
            #expect(plugins.map(\.state) == [.disabled, .disabled, .running])
            #expect(
                plugins[0].setup
                    == "Run 'trellisctl plugin enable needy', or add 'needy:' under 'plugins:' in trellis.yaml and "
                    + "run 'trellisctl reload'.")
            #expect(
                plugins[1].setup
                    == "Run 'trellisctl plugin enable lone', or remove 'enabled: false' from plugins.lone in the "
                    + "configuration and run 'trellisctl reload'.\nAsk for a key at the desk.")
            #expect(plugins[2].setup == nil)
            #expect(plugins[1].version == "2.1.0")
        }
    }

    @Test("shows the status text of a plugin in one line")
    func texts() async throws {
        try await withHost(all, behaviour: Behaviour()) { host in
            #expect(await host.plugins()[1].status == "counting sheep")
        }
    }

    @Test("creates private directories for each plugin")
    func directories() async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            try await Behaviour.$current.withValue(Behaviour()) {
                try await withPlugin(LonePlugin.self, environment: environment) { plugin in
                    for path in [plugin.directories.state, plugin.directories.cache, plugin.directories.runtime] {
                        let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
                        #expect(attributes[.posixPermissions] as? Int == 0o700)
                        #expect(path.lastComponent?.string == "lone")
                    }
                }
            }
        }
    }
}

private struct AbsentService: Sendable {}

private struct OtherService: Sendable {}
