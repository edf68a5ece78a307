import Foundation
import HostInterface
import ServiceLifecycle
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Hosting plugins")
struct PluginHostTests {
    /// The plugins, the last that is needed first: the host has to find the order.
    static let registrations = [
        PluginRegistration(NeedyPlugin.self), PluginRegistration(LonePlugin.self), PluginRegistration(BasePlugin.self),
    ]

    /// Runs plugins around a body, with the behaviour of a test.
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

    @Test("starts each after those that it needs, and stops them in reverse")
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
        // The service ends before anything of its plugin is closed.
        let ran = try #require(events.firstIndex(of: "base ran"))
        #expect(ran < (try #require(events.firstIndex(of: "base closed"))))
    }

    @Test("starts plugins that don't wait for each other side by side")
    func sideBySide() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        // Base can start only when lone has: one after the other, this would wait for ever.
        behaviour.startBase = { await recorder.wait(for: "lone started") }
        try await withHost(all, behaviour: behaviour) { host in
            #expect(await host.plugins().map(\.state) == [.running, .running, .running])
        }
    }

    @Test("refuses plugins whose needs are not enabled, before anything is made")
    func admission() async throws {
        let behaviour = Behaviour()
        let error = await #expect(throws: AdmissionError.self) {
            try await withHost(["plugins.needy.enabled=true", "plugins.lone.enabled=true"], behaviour: behaviour) { _ in
            }
        }
        #expect(error?.diagnostics.map(\.scope) == ["root/needy/generation"])
        #expect(behaviour.recorder.events.isEmpty)
    }

    @Test("fails when a required plugin can't start, and closes what was started")
    func requiredFailure() async throws {
        var behaviour = Behaviour()
        behaviour.startBase = { throw PluginFailure(.data, "the base is rotten", advice: "Buy another") }
        let failure = await #expect(throws: HostFailure.self) {
            try await withHost(all, behaviour: behaviour) { _ in Issue.record("the body ran") }
        }
        #expect(failure?.exitStatus == .dataError)
        #expect(failure?.description == "the plugin base can't start: the base is rotten. Buy another")
        let events = behaviour.recorder.events
        #expect(!events.contains("needy started"))
        #expect(events.contains("lone started") == events.contains("lone closed"))
    }

    @Test("goes on without a plugin that is not required, and without those that need it")
    func optionalFailure() async throws {
        var behaviour = Behaviour()
        behaviour.startBase = { throw PluginFailure(.unavailable, "the base is out") }
        let settings = all + ["plugins.base.required=false", "plugins.needy.required=false"]
        try await withHost(settings, behaviour: behaviour) { host in
            let plugins = await host.plugins()
            #expect(plugins.map(\.state) == [.failed, .running, .failed])
            #expect(
                plugins[0].reason
                    == "the plugin needy can't start: it needs the plugin base, which failed: the plugin base can't start: the "
                    + "base is out")
            #expect(plugins[2].reason == "the plugin base can't start: the base is out")
            #expect(host.summary == "1 of 3 plugins run; needy, base failed")
        }
    }

    @Test("takes those down that need a plugin whose service fails, and tells when it is required")
    func serviceFailure() async throws {
        struct Leak: Error, CustomStringConvertible { var description: String { "a pipe burst" } }
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.runBase = {
            await recorder.wait(for: "go")
            throw Leak()
        }
        try await withHost(all, behaviour: behaviour) { host in
            recorder.note("go")
            await host.requiredFailed.wait()
            #expect(host.requiredFailure?.description == "the plugin base failed: a pipe burst")
            #expect(await host.plugins().map(\.state) == [.stopped, .running, .failed])
        }
        let events = recorder.events
        #expect(
            try #require(events.firstIndex(of: "needy closed")) < (try #require(events.firstIndex(of: "base closed"))))
    }

    @Test("tells of every change of a plugin's state, so that its summary can be told anew")
    func changes() async throws {
        struct Leak: Error {}
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.runBase = {
            await recorder.wait(for: "go")
            throw Leak()
        }
        try await withHost(all + ["plugins.base.required=false"], behaviour: behaviour) { host in
            var changes = host.changes.makeAsyncIterator()
            #expect(host.summary == "3 plugins run")
            recorder.note("go")
            // Needy is taken down, and stopped; then base is closed, and stays failed.
            while host.summary != "1 of 3 plugins run; base failed" { await changes.next() }
        }
    }

    @Test("asks for the time that each plugin may take, before it starts and before it stops")
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
            try await host.run(until: Latch()) {
                recorder.note("asked for \($0.systemdText)")
            } _: {
                await recorder.wait(for: "base runs")
            }
        }
        #expect(recorder.events.prefix(3) == ["asked for 2min", "base starts", "base started"])
        // For its service; then for what is in its scopes, each of which may take as long.
        let asked = recorder.events.filter { $0.hasPrefix("asked") }
        #expect(asked.dropFirst().first == "asked for 3min")
        #expect(asked.count == 3)
        let last = try #require(recorder.events.lastIndex { $0.hasPrefix("asked") })
        #expect(try #require(recorder.events.firstIndex(of: "base ran")) < last)
        #expect(last < (try #require(recorder.events.firstIndex(of: "base closed"))))
    }

    @Test("gives up a plugin that takes too long to start")
    func startLimit() async throws {
        var behaviour = Behaviour()
        behaviour.startBase = { try await Task.sleep(for: .seconds(86_400)) }
        let failure = await #expect(throws: HostFailure.self) {
            try await withHost(all + ["plugins.base.timeoutStart=10ms"], behaviour: behaviour) { _ in }
        }
        #expect(failure?.sentence == "the plugin base can't start: it took longer than 10ms")
        #expect(failure?.exitStatus == .unavailable)
    }

    @Test("stops plugins that are still starting when it is asked to stop")
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

    @Test("lists every plugin, also those that are disabled, with what would enable them")
    func listing() async throws {
        try await withHost(["plugins.base.enabled=true", "plugins.lone.enabled=false"], behaviour: Behaviour()) {
            host in
            let plugins = await host.plugins()
            #expect(plugins.map(\.name) == ["needy", "lone", "base"])
            #expect(plugins.map(\.state) == [.disabled, .disabled, .running])
            #expect(
                plugins[0].setup
                    == "List it in the configuration: 'needy:' under 'plugins:' in trellis.yaml. Then restart trellisd."
            )
            #expect(
                plugins[1].setup
                    == "The configuration says 'enabled: false' in plugins.lone. Take that out, and restart trellisd.\n"
                    + "Ask for a key at the desk.")
            #expect(plugins[2].setup == nil)
            #expect(plugins[1].version == "2.1.0")
        }
    }

    @Test("shows in one line what a plugin says it is doing")
    func texts() async throws {
        try await withHost(all, behaviour: Behaviour()) { host in
            #expect(await host.plugins()[1].status == "counting sheep")
        }
    }

    @Test("gives each plugin directories of its own, closed to everyone else")
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
