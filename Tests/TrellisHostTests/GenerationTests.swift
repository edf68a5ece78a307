import HostInterface
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// The switch from a generation of a plugin to the next one, as its clients notice it.
@Suite("The switch of generations", .timeLimit(.minutes(2)))
struct GenerationTests {
    private func text(_ lines: String..., confirmHealth: String = "0") -> String {
        "plugins:\n  speaker:\n    confirmHealth: \(confirmHealth)\n" + lines.map { "    \($0)\n" }.joined()
    }

    /// A behaviour whose calls of `Hold` wait for an event.
    private func holding(until event: OneShotEvent) -> Behaviour {
        var behaviour = Behaviour()
        behaviour.takeNote = {
            await event.wait()
            try Task.checkCancellation()
        }
        return behaviour
    }

    private func word(_ method: String, _ caller: any VarlinkCaller) async throws -> JSONValue? {
        try await caller.call("org.example.speaker.\(method)", JSONObject())["word"]
    }

    private func next(_ caller: any VarlinkCaller) async throws -> JSONObject {
        try await caller.call("org.example.dialogue.Next", JSONObject())
    }

    private func expectReconfigured(_ body: () async throws -> Void) async {
        let error = await #expect(throws: RemoteError.self) { try await body() }
        #expect(error?.name == "io.trellis.Host.PluginReconfigured")
        #expect(error?.parameters == ["plugin": "speaker"])
    }

    @Test("a call in progress finishes with the old configuration, and the next call uses the new one")
    func callInProgress() async throws {
        let release = OneShotEvent()
        let behaviour = holding(until: release)
        try await withReloadedHost(text(), behaviour: behaviour) { fixture async throws in
            let recorder = fixture.recorder
            let caller = LocalCaller(router: fixture.host.router)
            async let held = word("Hold", caller)
            await recorder.wait(for: "hello holds")
            try await fixture.reload(text("word: tea"))
            #expect(try await word("Say", caller) == "tea")
            #expect(!recorder.events.contains("hello closed"))
            release.signal()
            #expect(try await held == "hello")
            await recorder.wait(for: "hello closed")
            #expect(recorder.events.filter { $0 == "hello ran" } == ["hello ran"])
            #expect(!recorder.events.contains("tea closed"))
            #expect(fixture.states == ["speaker running"])
        }
    }

    @Test("calls and streams that exceed drainLimit end with PluginReconfigured")
    func drainLimit() async throws {
        let behaviour = holding(until: OneShotEvent())
        try await withReloadedHost(text("drainLimit: 0"), behaviour: behaviour) { fixture async throws in
            let recorder = fixture.recorder
            let callers = [LocalCaller(router: fixture.host.router), LocalCaller(router: fixture.host.router)]
            async let held: Void = expectReconfigured { _ = try await word("Hold", callers[0]) }
            async let watched: Void = expectReconfigured {
                for try await _ in callers[1].stream("org.example.speaker.Watch") {}
            }
            await recorder.wait(for: "hello holds")
            await recorder.wait(for: "hello watched")
            try await fixture.reload(text("drainLimit: 0", "word: tea"))
            _ = await (held, watched)
            #expect(try await word("Say", callers[0]) == "tea")
            await recorder.wait(for: "hello closed")
        }
    }

    @Test("a session remains in its generation, and another connection opens one in the new generation")
    func session() async throws {
        try await withReloadedHost(text()) { fixture async throws in
            let recorder = fixture.recorder
            let (first, second) = (LocalCaller(router: fixture.host.router), LocalCaller(router: fixture.host.router))
            #expect(try await next(first) == ["word": "hello", "count": 1])
            try await fixture.reload(text("word: tea"))
            #expect(try await next(first) == ["word": "hello", "count": 2])
            #expect(try await word("Say", first) == "tea")
            #expect(try await next(second) == ["word": "tea", "count": 1])
            #expect(!recorder.events.contains("hello closed"))
            // Without a limit, the next reload does not wait for the session.
            try await fixture.reload(text("word: salt", "drainLimit: 0"))
            await recorder.wait(for: "tea closed")
            await expectReconfigured { _ = try await next(second) }
            #expect(try await next(second) == ["word": "salt", "count": 1])
        }
        // The first session ended with the plugin.
    }

    @Test("an old generation closes when its last session ends with its connection")
    func sessionEnd() async throws {
        try await withReloadedHost(text()) { fixture async throws in
            func use() async throws { _ = try await next(LocalCaller(router: fixture.host.router)) }
            let caller = LocalCaller(router: fixture.host.router)
            _ = try await next(caller)
            try await fixture.reload(text("word: tea"))
            try await use()
            #expect(!fixture.recorder.events.contains("hello closed"))
            withExtendedLifetime(caller) {}
            _ = consume caller
            await fixture.recorder.wait(for: "hello closed")
        }
    }

    @Test("a new generation that fails leaves the old one in use", arguments: ["start", "health"])
    func failure(in phase: String) async throws {
        let release = OneShotEvent()
        try await withReloadedHost(text(), behaviour: holding(until: release)) { fixture async throws in
            let caller = LocalCaller(router: fixture.host.router)
            async let held = word("Hold", caller)
            await fixture.recorder.wait(for: "hello holds")
            try fixture.write(text("word: tea", "fault: \(phase)"))
            do {
                _ = try await fixture.host.reload(expecting: nil)
                Issue.record("the reload succeeded")
            } catch HostError.reloadFailed(let plugin, let message, let isRolledBack) {
                #expect(plugin == "speaker" && !isRolledBack)
                let reason =
                    phase == "start"
                    ? "the speaker is broken" : "a health check reports a problem: speaker: the speaker is hoarse"
                #expect(message == "the plugin speaker cannot start with its new configuration: \(reason)")
            }
            #expect(try await word("Say", caller) == "hello")
            release.signal()
            #expect(try await held == "hello")
            #expect(fixture.states == ["speaker running"])
            #expect(!fixture.recorder.events.contains("hello closed"))
            if phase == "health" { await fixture.recorder.wait(for: "tea closed") }
        }
    }

    @Test("a generation whose service fails within confirmHealth is rolled back, and no call and no session ends")
    func serviceFailure() async throws {
        let release = OneShotEvent()
        let log = LogRecorder(level: .notice)
        // The clock is never advanced, so that the failure itself ends the confirmation.
        let clock = ManualClock()
        let limits = ["drainLimit: 10min", "restartDelay: 10min"]
        try await withReloadedHost(
            text(limits[0], limits[1]), behaviour: holding(until: release), log: log, clock: clock.clock
        ) { fixture async throws in
            let recorder = fixture.recorder
            let (caller, holder, visitor) = (
                LocalCaller(router: fixture.host.router), LocalCaller(router: fixture.host.router),
                LocalCaller(router: fixture.host.router)
            )
            async let held = word("Hold", holder)
            await recorder.wait(for: "hello holds")
            #expect(try await next(visitor) == ["word": "hello", "count": 1])
            try fixture.write(
                text("word: tea", "fault: laterService", limits[0], limits[1], confirmHealth: "10min"))
            _ = try await fixture.host.reload(expecting: nil)
            #expect(fixture.host.watchedPlugins == ["speaker"])
            #expect(try await word("Say", caller) == "tea")
            recorder.note("tea breaks")
            let message = "the plugin speaker failed: service SpeakerService: the microphone is broken"
            _ = try await fixture.host.event { $0.reload?.outcome == .rolledBack }
            #expect(try await word("Say", caller) == "hello")
            while !Task.isCancelled, fixture.host.reloads.problem == nil { await Task.yield() }
            #expect(fixture.host.reloads.problem == "the last reload was reverted: \(message)")
            #expect(try await next(visitor) == ["word": "hello", "count": 2])
            release.signal()
            #expect(try await held == "hello")
            await recorder.wait(for: "tea closed")

            #expect(fixture.states == ["speaker running"])
            let events = fixture.host.events(after: 0)
            let states = events.compactMap(\.transition).filter { $0.plugin == "speaker" }.map(\.to)
            #expect(states == [.starting, .running, .reloading, .running, .reloading, .running])
            #expect(events.compactMap(\.reload).map(\.outcome) == [.done, .rolledBack])
            #expect(events.compactMap(\.reload).last?.message == message)
            #expect(log.lines.contains { $0.contains("rolled back") && $0.contains(message) }, "\(log.lines)")
        }
    }

    @Test("a service that fails immediately causes no restart, before or after the switch")
    func immediateServiceFailure() async throws {
        try await withReloadedHost(text("restartDelay: 10min")) { fixture async throws in
            try fixture.write(text("word: tea", "fault: service", "restartDelay: 10min", confirmHealth: "10min"))
            // The reload may return before the service fails.
            _ = try? await fixture.host.reload(expecting: nil)
            _ = try await fixture.host.event { [.failed, .rolledBack].contains($0.reload?.outcome) }
            #expect(try await word("Say", LocalCaller(router: fixture.host.router)) == "hello")
            #expect(fixture.recorder.events.filter { $0 == "hello runs" }.count <= 2)
            let states = fixture.host.events(after: 0).compactMap(\.transition).map(\.to)
            #expect(!states.contains(.stopping) && fixture.states == ["speaker running"])
        }
    }

    @Test("a service that fails after the confirmation ends the life, and the plugin starts with the new configuration")
    func laterServiceFailure() async throws {
        try await withReloadedHost(text("restartDelay: 10min")) { fixture async throws in
            try await fixture.reload(text("word: tea", "fault: laterService", "restartDelay: 10min"))
            var changes = fixture.host.statusChanged.changes().makeAsyncIterator()
            fixture.recorder.note("tea breaks")
            while !Task.isCancelled, fixture.states != ["speaker waiting"] { await changes.next() }
            try await fixture.reload(text("word: salt"))
            #expect(try await word("Say", LocalCaller(router: fixture.host.router)) == "salt")
            #expect(fixture.states == ["speaker running"])
        }
    }

    @Test("a failing service rolls back a reload that still starts another plugin")
    func serviceFailureDuringStart() async throws {
        var behaviour = Behaviour()
        let started = OneShotEvent()
        behaviour.startBase = {
            await started.wait()
            try Task.checkCancellation()
        }
        try await withReloadedHost(text(), behaviour: behaviour) { fixture async throws in
            let recorder = fixture.recorder
            // Without the rollback, the reload takes the default of timeoutStart, 90 s.
            try fixture.write(text("word: tea", "fault: laterService", confirmHealth: "10min") + "  base:\n")
            let reload = Task { try await fixture.host.reload(expecting: nil) }
            await recorder.wait(for: "base starts")
            recorder.note("tea breaks")
            let error = await #expect(throws: HostError.self) { try await reload.value }
            guard case .reloadFailed("speaker", _, rolledBack: true)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await word("Say", LocalCaller(router: fixture.host.router)) == "hello")
            #expect(fixture.states == ["speaker running"])
        }
    }

    @Test("a generation whose health check fails within confirmHealth is rolled back, and no call fails")
    func confirmHealth() async throws {
        try await withReloadedHost(text()) { fixture async throws in
            let caller = LocalCaller(router: fixture.host.router)
            try fixture.write(text("word: tea", confirmHealth: "10min"))
            let reload = Task { try await fixture.host.reload(expecting: nil) }
            await fixture.recorder.wait(for: "tea runs")
            while !Task.isCancelled, try await word("Say", caller) != "tea" { await Task.yield() }
            _ = try await reload.value
            fixture.recorder.note("tea is hoarse")
            let event = try await fixture.host.event { $0.reload?.outcome == .rolledBack }
            #expect(
                event.reload?.message == "the plugin speaker became unhealthy: speaker: the speaker is hoarse")
            #expect(try await word("Say", caller) == "hello")
            await fixture.recorder.wait(for: "tea closed")
            #expect(fixture.host.watchedPlugins == [])
        }
    }

    @Test("a second reload, and a command that enables a plugin, confirm the first", arguments: [false, true])
    func confirmation(byCommand isCommand: Bool) async throws {
        try await withReloadedHost(text()) { fixture async throws in
            let caller = LocalCaller(router: fixture.host.router)
            try await fixture.reload(text("word: tea", confirmHealth: "10min"))
            #expect(fixture.host.watchedPlugins == ["speaker"])
            if isCommand {
                _ = try await fixture.host.setEnablement(of: "base", to: true, by: "root", isDryRun: false)
            } else {
                try await fixture.reload(text("word: tea", "drainLimit: 10min", confirmHealth: "0"))
            }
            #expect(fixture.host.watchedPlugins == [])
            // The failure degrades the plugin, and reverts nothing.
            fixture.recorder.note("tea is hoarse")
            await fixture.host.checkHealth(of: try fixture.host.index(of: "speaker"))
            #expect(fixture.states.contains("speaker degraded"))
            #expect(try await word("Say", caller) == "tea")
            #expect(fixture.host.events(after: 0).compactMap(\.reload).allSatisfy { $0.outcome == .done })
        }
    }

    @Test("a plugin that was unhealthy before may be unhealthy with its new configuration")
    func unhealthyBefore() async throws {
        try await withReloadedHost(text("fault: health")) { fixture async throws in
            await fixture.host.checkHealth(of: try fixture.host.index(of: "speaker"))
            #expect(fixture.states == ["speaker degraded"])
            try await fixture.reload(text("word: tea", "fault: health", confirmHealth: "10min"))
            #expect(try await word("Say", LocalCaller(router: fixture.host.router)) == "tea")
            #expect(fixture.states == ["speaker degraded"])
            try await fixture.reload(text("word: salt"))
            #expect(fixture.states == ["speaker running"])
        }
    }

    @Test("a stop while a reload is watched ends both generations in order")
    func stop() async throws {
        let behaviour = Behaviour()
        let text = text()
        try await withReloadedHost(text, behaviour: behaviour) { fixture async throws in
            try await fixture.reload(self.text("word: tea", confirmHealth: "10min"))
            await fixture.recorder.wait(for: "tea runs")
        }
        for word in ["hello", "tea"] {
            // The two generations end concurrently, each first with its service.
            #expect(
                behaviour.recorder.events.filter { $0.hasPrefix(word) }.suffix(2) == ["\(word) ran", "\(word) closed"])
        }
    }
}
