import HostInterface
import ServiceLifecycle
import Synchronization
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Restarts and control of plugins at run time", .timeLimit(.minutes(2)))
struct PluginControlTests {
    private struct Leak: Error, CustomStringConvertible { var description: String { "a pipe burst" } }

    private let all = [
        "plugins.base.enabled=true", "plugins.needy.enabled=true", "plugins.lone.enabled=true",
        "plugins.notebook.enabled=true",
    ]

    /// Runs a body that can call the running plugins.
    private func withHost(
        _ settings: [String] = [], behaviour: Behaviour, log: LogRecorder = LogRecorder(level: .notice),
        _ body: (PluginHost, LocalCaller) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            let host = try Behaviour.$current.withValue(behaviour) {
                try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil, options: all + settings,
                        registrations: PluginHostTests.registrations + [PluginRegistration(NotebookPlugin.self)]),
                    environment: environment, router: .host(logger: environment.logger("trellis")))
            }
            try await host.run { try await body(host, LocalCaller(router: host.router)) }
        }
    }

    /// Waits until the summary of the plugins' states meets a condition.
    private func wait(_ host: PluginHost, for isExpected: (String) -> Bool) async {
        var changes = host.statusChanged.changes().makeAsyncIterator()
        while !Task.isCancelled, !isExpected(host.summary) { await changes.next() }
    }

    private func note(_ word: String, by caller: LocalCaller) async throws -> JSONObject {
        try await caller.call("org.example.notebook.Note", ["word": .string(word)] as JSONObject)
    }

    @Test("a plugin whose service fails starts again, with the plugin that needs it")
    func restart() async throws {
        let failures = Mutex(0)
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.runBase = {
            let isFirst = failures.withLock { failures in
                failures += 1
                return failures == 1
            }
            if isFirst { throw Leak() }
            recorder.note("base runs well")
            try await gracefulShutdown()
        }
        let log = LogRecorder(level: .notice)
        try await withHost(["plugins.base.restartDelay=1ms"], behaviour: behaviour, log: log) { host, _ in
            await recorder.wait(for: "base runs well")
            await wait(host) { $0 == "4 plugins run" }
        }
        let events = recorder.events.filter { ["base started", "needy closed", "base closed"].contains($0) }
        #expect(
            events == [
                "base started", "needy closed", "base closed", "base started", "needy closed", "base closed",
            ])
        let messages = log.lines
        #expect(messages.contains { $0.hasPrefix("the plugin base failed: service RecordedService: a pipe burst ") })
        #expect(messages.contains { $0.hasPrefix("the plugin base starts again in ") })
    }

    @Test("a required plugin that reaches the start limit ends the daemon with its failure")
    func limit() async throws {
        var behaviour = Behaviour()
        behaviour.runBase = { throw Leak() }
        let settings = ["plugins.base.restartDelay=1ms", "plugins.base.startLimitBurst=3"]
        try await withHost(settings, behaviour: behaviour) { host, _ in
            await host.requiredFailed.wait()
            #expect(
                host.requiredFailure?.description
                    == "the plugin base failed: service RecordedService: a pipe burst")
            let base = await host.plugins().first { $0.name == "base" }
            #expect(base?.state == .failed)
            #expect(
                base?.reason?.hasSuffix(
                    "; it was started 3 times within 5min (startLimitBurst, startLimitInterval)"
                )
                    == true)
        }
        #expect(behaviour.recorder.events.filter { $0 == "base started" }.count == 3)
    }

    @Test("a plugin that cannot start at first is started again, if it is not required")
    func start() async throws {
        let attempts = Mutex(0)
        var behaviour = Behaviour()
        behaviour.startBase = {
            let number = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if number < 3 { throw PluginFailure(.unavailable, "the base is out") }
        }
        let settings = [
            "plugins.base.restartDelay=1ms", "plugins.base.required=false", "plugins.needy.required=false",
        ]
        try await withHost(settings, behaviour: behaviour) { host, _ in await wait(host) { $0 == "4 plugins run" } }
    }

    @Test("the summary names the time until the next start of a plugin that failed")
    func nextStart() async throws {
        var behaviour = Behaviour()
        behaviour.runBase = { throw Leak() }
        try await withHost(["plugins.base.restartDelay=1h", "plugins.base.restartMaxDelay=1h"], behaviour: behaviour) {
            host, _ in
            await wait(host) { $0.hasPrefix("2 of 4 plugins run; ") && $0.contains("; base failed, next start in ") }
        }
    }

    @Test("commands stop and start a plugin with the plugins that need it")
    func commands() async throws {
        func states(_ plugins: [HostContract.PluginCondition]) -> [String] {
            plugins.map { "\($0.name) \($0.state.rawValue)" }
        }
        let behaviour = Behaviour()
        let recorder = behaviour.recorder
        try await withHost(behaviour: behaviour) { host, _ in
            let preview = try await host.control(.stop, "base", isDryRun: true)
            #expect(states(preview) == ["base running", "needy running"])
            let stopped = try await host.control(.stop, "base", isDryRun: false)
            #expect(states(stopped) == ["base stopped", "needy waiting"])
            #expect(stopped[1].reason == "it needs the plugin base, which was stopped")
            #expect(recorder.events.suffix(3) == ["needy closed", "base ran", "base closed"])
            let waiting = try await host.control(.start, "needy", isDryRun: false)
            #expect(states(waiting) == ["needy waiting"])
            let started = try await host.control(.start, "base", isDryRun: false)
            #expect(states(started) == ["base running", "needy running"])
            let restarted = try await host.control(.restart, "base", isDryRun: false)
            #expect(states(restarted) == ["base running", "needy running"])
            #expect(recorder.events.filter { $0 == "needy started" }.count == 3)
            let again = try await host.control(.start, "base", isDryRun: false)
            #expect(states(again) == ["base running"])
        }
    }

    @Test("a command whose plugin no longer starts, because the daemon stops, ends at once")
    func stopping() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.closeBase = { await recorder.wait(for: "go") }
        try await withHost(behaviour: behaviour) { host, _ in
            let restart = Task { try await host.control(.restart, "base", isDryRun: false) }
            await recorder.wait(for: "needy closed")
            host.loop.post(.endStarts)
            await #expect(throws: HostError.shuttingDown) { _ = try await restart.value }
            recorder.note("go")
        }
    }

    @Test("commands reject unknown and disabled plugins")
    func rejection() async throws {
        try await withHost(["plugins.lone.enabled=false"], behaviour: Behaviour()) { host, _ in
            await #expect(throws: HostError.noSuchPlugin(plugin: "bass")) {
                _ = try await host.control(.stop, "bass", isDryRun: false)
            }
            await #expect(throws: HostError.pluginDisabled(plugin: "lone")) {
                _ = try await host.control(.start, "lone", isDryRun: true)
            }
        }
    }

    @Test("a call in progress may finish when its plugin stops, and later calls fail with the plugin's state")
    func calls() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.takeNote = {
            recorder.note("taking")
            await recorder.wait(for: "go")
        }
        try await withHost(behaviour: behaviour) { host, caller in
            async let words = note("tea", by: caller)["words"]
            await recorder.wait(for: "taking")
            async let stopped = host.control(.stop, "notebook", isDryRun: false)
            await wait(host) { $0.hasPrefix("3 of 4 plugins run") }
            recorder.note("go")
            #expect(try await words == ["tea"])
            #expect(try await stopped.map(\.state) == [.stopped])
            let error = await #expect(throws: RemoteError.self) { _ = try await note("salt", by: caller) }
            #expect(error?.name == "io.trellis.Host.PluginNotRunning")
            #expect(error?.parameters["state"] == "stopped")
            _ = try await host.control(.start, "notebook", isDryRun: false)
            #expect(try await note("salt", by: caller)["words"] == ["salt"])
        }
    }

    @Test("a call that exceeds the time limit of a stop ends with an error")
    func overdueCall() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.takeNote = {
            recorder.note("taking")
            try await Task.sleep(for: .seconds(86_400))
        }
        try await withHost(["plugins.notebook.timeoutStop=10ms"], behaviour: behaviour) { host, caller in
            async let words = note("tea", by: caller)
            await recorder.wait(for: "taking")
            let stopped = try await host.control(.stop, "notebook", isDryRun: false)
            #expect(stopped.map(\.state) == [.stopped])
            do {
                _ = try await words
                Issue.record("the call succeeded")
            } catch let error as RemoteError {
                #expect(error.name == "io.trellis.Host.PluginNotRunning")
                #expect(error.parameters["plugin"] == "notebook")
            }
        }
    }

    @Test("a plugin cannot start before a call that ignored its cancellation has ended")
    func stuckCall() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.takeNote = {
            recorder.note("taking")
            await recorder.wait(for: "release")
            recorder.note("released")
        }
        let log = LogRecorder(level: .notice)
        try await withHost(["plugins.notebook.timeoutStop=1s"], behaviour: behaviour, log: log) { host, caller in
            async let words = note("tea", by: caller)["words"]
            await recorder.wait(for: "taking")
            let stopped = try await host.control(.stop, "notebook", isDryRun: false)
            #expect(stopped.map(\.state) == [.stopped])
            await #expect(throws: HostError.pluginStuck(plugin: "notebook")) {
                _ = try await host.control(.start, "notebook", isDryRun: false)
            }
            recorder.note("release")
            #expect(try await words == ["tea"])
            // A shorter limit would, on a busy machine, also be too short for the end of something else, which then is abandoned, too.
            try await log.wait(until: { $0.hasPrefix("abandoned code of the plugin notebook ended: calls") })
            #expect(try await host.control(.start, "notebook", isDryRun: false).map(\.state) == [.running])
        }
    }

    @Test("a plugin with abandoned code cannot start before the code has ended")
    func stuck() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.runBase = {
            recorder.note("base is deaf")
            await recorder.wait(for: "release")
        }
        let log = LogRecorder(level: .notice)
        try await withHost(["plugins.base.timeoutStop=1s"], behaviour: behaviour, log: log) { host, _ in
            await recorder.wait(for: "base is deaf")
            let stopped = try await host.control(.stop, "base", isDryRun: false)
            #expect(stopped.map(\.state) == [.stopped, .waiting])
            await #expect(throws: HostError.pluginStuck(plugin: "base")) {
                _ = try await host.control(.start, "base", isDryRun: false)
            }
            recorder.note("release")
            try await log.wait(until: { $0.hasPrefix("abandoned code of the plugin base ended: services") })
            let started = try await host.control(.start, "base", isDryRun: false)
            #expect(started.map(\.state) == [.running, .running])
        }
    }
}
