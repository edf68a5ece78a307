import HostInterface
import Logging
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Reloads of the configuration", .timeLimit(.minutes(2)))
struct ReloadTests {
    /// The outcomes of the recorded reloads.
    private func outcomes(of host: PluginHost) async -> [HostContract.ReloadRecord] {
        let found = Mutex<[HostContract.ReloadRecord]>([])
        await host.events.ring.read(host.events.ring.range) { item in
            guard case .element(let recorded, _) = item, let reload = HostContract.Event(recorded).reload else {
                return
            }
            found.withLock { $0.append(reload) }
        }
        return found.withLock(\.self)
    }

    @Test("the graph of a reconfigured plugin shows the new configuration, also while the plugin does not run")
    func graph() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            func isVerbose() throws -> Bool {
                try fixture.host.graphs(of: "tuned", in: .text)[0].text.contains("VerboseTuned")
            }
            #expect(try !isVerbose())
            try await fixture.reload(tunedText("word: verbose"))
            #expect(try isVerbose())
            _ = try await fixture.host.control(.stop, "tuned", isDryRun: false)
            #expect(try isVerbose())
            #expect(fixture.host.graphs().first { $0.plugin == "tuned" }?.graph.root.scopes.map(\.state) == [.declared])
        }
    }

    @Test("a reload that fails with several problems shows them in one line of the status")
    func problemLine() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            await #expect(throws: HostError.self) {
                _ = try await fixture.reload("control:\n  connections: none\nplugins:\n  tuned:\n    wort: tea\n")
            }
            let problem = try #require(fixture.host.reloads.problem)
            #expect(problem.hasPrefix("the last reload failed: "))
            #expect(!problem.contains("\n") && problem.contains("; ") && problem.contains("plugins.tuned.wort"))
        }
    }

    @Test("a changed plugin uses its new configuration, and unchanged plugins continue")
    func change() async throws {
        let log = LogRecorder(level: .notice)
        let level = Mutex<[Logger.Level]>([])
        try await withReloadedHost(
            tunedText(), log: log, onApply: { host in level.withLock { $0.append(host.logLevel) } }
        ) {
            fixture async throws in
            let plan = try await fixture.reload(tunedText("word: tea") + "log:\n  level: debug\n")
            #expect(plan == ["tuned reconfigure: its configuration has changed (word)"])
            #expect(fixture.states == ["lone running", "tuned running", "holder running"])
            #expect(fixture.recorder.events.last { $0.hasPrefix("tuned") } == "tuned says tea to main")
            #expect(fixture.recorder.events.filter { $0 == "lone started" }.count == 1)
            #expect(!fixture.recorder.events.contains("lone closed"))
            #expect(level.withLock(\.self) == [.debug])
            let records = await outcomes(of: fixture.host)
            #expect(records.map(\.outcome) == [.done])
            #expect(records.first?.plugins.map(\.plugin) == ["tuned"])
            #expect(
                log.lines.contains {
                    $0.hasPrefix("the configuration was reloaded: tuned reconfigure messageID=")
                })
        }
    }

    @Test("a reload with an equal configuration keeps every plugin")
    func equal() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            let events = fixture.recorder.events
            #expect(try await fixture.reload(tunedText()) == [])
            #expect(fixture.recorder.events == events)
            #expect(fixture.states == ["lone running", "tuned running", "holder running"])
        }
    }

    @Test("a restarted plugin gets new carried instances, which the plugins that hold them receive")
    func restart() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            try await fixture.reload(tunedText("store: side"))
            #expect(fixture.recorder.events.last { $0.hasPrefix("holder") } == "holder holds side")
            #expect(fixture.recorder.events.contains("store main closed"))
            #expect(!fixture.recorder.events.contains("lone closed"))
            try await fixture.reload(tunedText("store: side\nword: tea"))
            #expect(fixture.recorder.events.last { $0.hasPrefix("tuned") } == "tuned says tea to side")
            _ = try await fixture.host.control(.restart, "tuned", isDryRun: false)
            #expect(fixture.recorder.events.last { $0.hasPrefix("tuned") } == "tuned says tea to side")
            #expect(fixture.states == ["lone running", "tuned running", "holder running"])
        }
    }

    @Test("plugins that are enabled or disabled start and stop")
    func enablement() async throws {
        try await withReloadedHost(tunedText(rest: "  picky:\n")) { fixture async throws in
            try await fixture.reload("plugins:\n  base:\n  picky:\n")
            #expect(fixture.states == ["base running", "picky running"])
            #expect(fixture.recorder.events.contains("picky started with base"))
            try await fixture.reload("plugins:\n  picky:\n")
            #expect(fixture.states == ["picky running"])
            #expect(fixture.recorder.events.last { $0.hasPrefix("picky") } == "picky started alone")
        }
    }

    @Test("the interfaces of a plugin change with its configuration")
    func interfaces() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            let caller = LocalCaller(router: fixture.host.router)
            await #expect(throws: ServiceError.interfaceNotFound(interface: "org.example.tuned")) {
                _ = try await caller.call("org.example.tuned.Ping", JSONObject())
            }
            try await fixture.reload(tunedText("served: true"))
            #expect(try await caller.call("org.example.tuned.Ping", JSONObject()) == [:])
            _ = try await fixture.host.control(.stop, "tuned", isDryRun: false)
            let error = await #expect(throws: RemoteError.self) {
                _ = try await caller.call("org.example.tuned.Ping", JSONObject())
            }
            #expect(error?.name == "io.trellis.Host.PluginNotRunning")
            _ = try await fixture.host.control(.start, "tuned", isDryRun: false)
            try await fixture.reload(tunedText())
            await #expect(throws: ServiceError.interfaceNotFound(interface: "org.example.tuned")) {
                _ = try await caller.call("org.example.tuned.Ping", JSONObject())
            }
        }
    }

    @Test(
        "a plugin that cannot start restores the previous configuration, also of the other plugins",
        arguments: ["bad", "lost"])
    func rollback(word: String) async throws {
        let log = LogRecorder(level: .notice)
        try await withReloadedHost(tunedText("store: side", rest: "  picky:\n"), log: log) { fixture async throws in
            let before = try fixture.host.reloadPlan().hash
            try fixture.write(tunedText("store: new\nword: \(word)", rest: "  base:\n  picky:\n"))
            let message = "the plugin tuned cannot start: "
            do {
                _ = try await fixture.host.reload(expecting: nil)
                Issue.record("the reload succeeded")
            } catch HostError.reloadFailed(let plugin, let reason, let isRolledBack) {
                #expect(plugin == "tuned" && isRolledBack)
                #expect(reason.hasPrefix(message) && reason.contains("the word is \(word)"))
            }
            #expect(fixture.host.requiredFailure == nil)
            #expect(fixture.states == ["lone running", "picky running", "tuned running", "holder running"])
            #expect(fixture.recorder.events.last { $0.hasPrefix("tuned") } == "tuned says hello to side")
            #expect(fixture.recorder.events.last { $0.hasPrefix("holder") } == "holder holds side")
            #expect(fixture.recorder.events.last { $0.hasPrefix("picky") } == "picky started alone")
            let records = await outcomes(of: fixture.host)
            #expect(records.map(\.outcome) == [.rolledBack])
            #expect(records.first?.message?.hasPrefix(message) == true)
            #expect(log.lines.contains { $0.hasPrefix("the configuration was reloaded and rolled back: ") })
            try fixture.write(tunedText("store: side", rest: "  picky:\n"))
            #expect(try fixture.host.reloadPlan().hash == before)
        }
    }

    @Test("a rollback also restores the settings of the daemon")
    func daemonRollback() async throws {
        let granted = Mutex<[[String]]>([])
        try await withReloadedHost(
            tunedText(), onApply: { host in granted.withLock { $0.append(host.control.roles.read) } }
        ) { fixture async throws in
            await #expect(throws: HostError.self) {
                try await fixture.reload("control: { roles: { read: ['7'] } }\n" + tunedText("store: new\nword: bad"))
            }
            #expect(granted.withLock(\.self) == [["7"], []])
        }
    }

    @Test("a plugin that had failed before does not make the reload fail")
    func failedBefore() async throws {
        let text = "plugins:\n  tuned:\n    required: false\n    restart: no\n    word: "
        try await withReloadedHost(text + "bad\n") { fixture async throws in
            #expect(fixture.states == ["tuned failed"])
            let plan = try await fixture.reload(text + "lost\n")
            #expect(plan == ["tuned start: it failed, and its configuration has changed (word)"])
            #expect(fixture.states == ["tuned failed"])
            #expect(fixture.recorder.events.contains("tuned says lost to main"))
        }
    }

    @Test("an invalid configuration changes nothing, and is recorded")
    func invalid() async throws {
        let log = LogRecorder(level: .notice)
        try await withReloadedHost(tunedText(), log: log) { fixture async throws in
            let events = fixture.recorder.events
            await #expect(throws: HostError.self) { try await fixture.reload(tunedText("word: impolite")) }
            #expect(fixture.recorder.events == events)
            let records = await outcomes(of: fixture.host)
            #expect(records.map(\.outcome) == [.failed])
            #expect(records.first?.hash == nil)
            #expect(records.first?.message?.contains("plugins.tuned.word: the word is impolite") == true)
            #expect(log.lines.contains { $0.hasPrefix("the configuration was not reloaded: ") })
        }
    }

    @Test("a reload with an outdated plan is rejected with the hash of the current plan")
    func outdated() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            try fixture.write(tunedText("word: tea"))
            let tea = try fixture.host.reloadPlan().hash
            try fixture.write(tunedText("word: salt"))
            let salt = try fixture.host.reloadPlan().hash
            await #expect(throws: HostError.planOutdated(hash: salt)) {
                _ = try await fixture.host.reload(expecting: tea)
            }
            #expect(fixture.recorder.events.last { $0.hasPrefix("tuned") } == "tuned says hello to main")
            _ = try await fixture.host.reload(expecting: salt)
            #expect(fixture.recorder.events.last { $0.hasPrefix("tuned") } == "tuned says salt to main")
        }
    }

    @Test("a second reload and a command that disables a plugin wait for the first reload")
    func order() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.startBase = { await recorder.wait(for: "go") }
        try await withReloadedHost(tunedText(), behaviour: behaviour) { fixture async throws in
            try fixture.write(tunedText(rest: "  base:\n"))
            async let first = fixture.host.reload(expecting: nil)
            await recorder.wait(for: "base starts")
            try fixture.write(tunedText("word: tea", rest: "  base:\n"))
            async let second = fixture.host.reload(expecting: nil)
            async let command = fixture.host.setEnablement(of: "lone", to: false, by: "ada", isDryRun: false)
            let cancelled = Task { try await fixture.host.reload(expecting: nil) }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
            #expect(!recorder.events.contains("lone closed") && !recorder.events.contains("tuned says tea to main"))
            recorder.note("go")
            #expect(try await first.changes.map(\.plugin) == ["base"])
            #expect(try await second.changes.map(\.plugin) == ["tuned"])
            #expect(try await command.map(\.state) == [.disabled])
        }
    }

    @Test("a stop of the daemon also ends the changes that wait for a reload, and applies none of them")
    func stopOfWaitingChanges() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.startBase = { await recorder.wait(for: "go") }
        try await withReloadedHost(tunedText(), behaviour: behaviour) { fixture async throws in
            let host = fixture.host
            let text = tunedText(rest: "  base:\n")
            try fixture.write(text)
            let first = Task { try await host.reload(expecting: nil) }
            await recorder.wait(for: "base starts")
            try fixture.write(tunedText("word: tea", rest: "  base:\n"))
            let waiting = [
                Task { try await host.reload(expecting: nil) }, Task { try await host.reload(expecting: nil) },
            ]
            let command = Task { try await host.setEnablement(of: "lone", to: false, by: "ada", isDryRun: false) }
            while !Task.isCancelled, host.changing.waiterCount < 3 { await Task.yield() }
            host.loop.post(.endStarts)
            for reload in [first] + waiting {
                await #expect(throws: HostError.shuttingDown) { _ = try await reload.value }
            }
            await #expect(throws: HostError.shuttingDown) { _ = try await command.value }
            #expect(host.configuration.overrides.plugins.isEmpty)
            #expect(try OverridesFile(in: fixture.folder).read().plugins.isEmpty)
            #expect(host.events(after: 0).compactMap(\.reload).isEmpty)
            #expect(!recorder.events.contains("lone closed") && !recorder.events.contains("tuned says tea to main"))
            recorder.note("go")
        }
        #expect(!recorder.events.contains("tuned says tea to main"))
    }

    @Test("a stop of the daemon ends a reload without a rollback")
    func stop() async throws {
        var behaviour = Behaviour()
        let recorder = behaviour.recorder
        behaviour.startBase = { await recorder.wait(for: "go") }
        let reload = Mutex<Task<ReloadPlan, any Error>?>(nil)
        try await withReloadedHost(tunedText(), behaviour: behaviour) { fixture async throws in
            try fixture.write(tunedText(rest: "  base:\n"))
            reload.withLock { $0 = Task { try await fixture.host.reload(expecting: nil) } }
            await recorder.wait(for: "base starts")
            fixture.host.loop.post(.endStarts)
            await #expect(throws: HostError.shuttingDown) { _ = try await reload.withLock(\.self)?.value }
            recorder.note("go")
        }
    }
}
