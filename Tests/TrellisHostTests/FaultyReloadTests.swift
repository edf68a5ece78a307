import Dispatch
import HostInterface
import ServiceLifecycle
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// Faults of a plugin in its second generation, and a plugin on its way through all states.
@Suite("A plugin that fails after its first start", .timeLimit(.minutes(2)))
struct FaultyReloadTests {
    /// The way in which the creation of the second generation fails.
    enum Fault: String, CaseIterable {
        case throwsError, hangs, ignoresCancellation, blocksThread

        /// Whether the code does not end when it is cancelled.
        var isStuck: Bool { self == .ignoresCancellation || self == .blocksThread }
    }

    @Test(
        "serves its old generation while a new one fails, and gets a new one when its code has ended",
        arguments: Fault.allCases)
    func generation(_ fault: Fault) async throws {
        let gate = OneShotEvent()
        let semaphore = DispatchSemaphore(value: 0)
        let creations = Mutex(0)
        var script = FaultyScript()
        script.create = { _ in
            let number = creations.withLock { creations in
                creations += 1
                return creations
            }
            guard number == 2 else { return }
            switch fault {
            case .throwsError: throw PluginFailure(.unavailable, "out of order")
            case .hangs: try await Task.sleep(for: .seconds(3600))
            case .ignoresCancellation: await gate.waitIgnoringCancellation()
            case .blocksThread: block(semaphore)
            }
        }
        try await withFaultyPlugin(script, FaultyPlugin.text(revision: 1)) { fixture async throws in
            defer {
                gate.signal()
                semaphore.signal()
            }
            // The limits of the new configuration apply to the new generation.
            try fixture.write(FaultyPlugin.text(revision: 2, "timeoutStart: 100ms"))
            let error = await #expect(throws: HostError.self) { try await fixture.host.reload(expecting: nil) }
            guard case .reloadFailed("faulty", let message, rolledBack: false)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(message.hasPrefix("the plugin faulty cannot start with its new configuration: "))
            #expect(fixture.states == ["faulty running"])
            try await fixture.act()
            var events = fixture.host.events.ring.changes().makeAsyncIterator()
            let faulty = try fixture.host.index(of: "faulty")
            // On a busy machine, the limit of the whole start may be reported, too, without a name.
            while !Task.isCancelled, fault.isStuck, !fixture.host.stuckInstances.contains("FaultyInstance") {
                await events.next()
            }
            gate.signal()
            semaphore.signal()
            while !Task.isCancelled, fixture.host.hostedPlugins[faulty].isStuck { await events.next() }
            try await fixture.reload(FaultyPlugin.text(revision: 3))
            #expect(fixture.states == ["faulty running"])
            #expect(creations.withLock(\.self) == 3)
            try await fixture.act()
        }
    }

    @Test(
        "a stop of the daemon does not wait for a new generation that is not created",
        arguments: [Fault.hangs, .ignoresCancellation])
    func stop(_ fault: Fault) async throws {
        let (gate, begun) = (OneShotEvent(), OneShotEvent())
        let creations = Mutex(0)
        var script = FaultyScript()
        script.create = { _ in
            let isFirst = creations.withLock { creations in
                creations += 1
                return creations == 1
            }
            if isFirst { return }
            begun.signal()
            if fault == .hangs { try await Task.sleep(for: .seconds(3600)) }
            await gate.waitIgnoringCancellation()
        }
        try await withFaultyPlugin(script, FaultyPlugin.text(revision: 1)) { fixture async throws in
            defer { gate.signal() }
            // Without the stop, the reload takes the default of timeoutStart, 90 s.
            try fixture.write(FaultyPlugin.text(revision: 2))
            let reload = Task { try await fixture.host.reload(expecting: nil) }
            await begun.wait()
            fixture.host.loop.post(.endStarts)
            await #expect(throws: HostError.shuttingDown) { try await reload.value }
            #expect(fixture.states == ["faulty running"])
        }
    }

    @Test("a stop of the daemon does not wait for a health check of a new generation")
    func stopDuringCheck() async throws {
        let begun = OneShotEvent()
        let clock = ManualClock()
        var script = FaultyScript()
        script.check = {
            begun.signal()
            try await Task.sleep(for: .seconds(3600))
            return .healthy
        }
        try await withFaultyPlugin(script, clock: clock.clock, FaultyPlugin.text(revision: 1)) { fixture async throws in
            try fixture.write(FaultyPlugin.text(revision: 2))
            let reload = Task { try await fixture.host.reload(expecting: nil) }
            await begun.wait()
            // The clock is never advanced, so the time limit of the check does not end the reload.
            fixture.host.loop.post(.endStarts)
            await #expect(throws: HostError.shuttingDown) { try await reload.value }
            #expect(fixture.states == ["faulty running"])
        }
    }

    @Test("has every state on its way, and each event has the state before and after it")
    func journey() async throws {
        let health = Mutex(Health.healthy)
        let mayReturn = OneShotEvent()
        let failure = Mutex<PluginFailure?>(nil)
        var script = FaultyScript()
        script.create = { _ in if let failure = failure.withLock(\.self) { throw failure } }
        script.check = { health.withLock(\.self) }
        script.call = {
            // The next health check finds the plugin broken.
            failure.withLock { $0 = PluginFailure(.storage, "out of order") }
            mayReturn.signal()
        }
        script.serve = {
            await cancelWhenGracefulShutdown { await mayReturn.wait() }
            if let failure = failure.withLock(\.self) { throw failure }
        }
        let limits = ["restartDelay: 1ms", "startLimitBurst: 2"]
        try await withFaultyPlugin(script, quarantined: "faulty", FaultyPlugin.text(revision: 1, limits[0], limits[1]))
        {
            fixture async throws in
            let host = fixture.host
            let faulty = try host.index(of: "faulty")
            func wait(for state: HostContract.PluginState) async {
                var changes = host.statusChanged.changes().makeAsyncIterator()
                while !Task.isCancelled, host.status(of: faulty).state != state { await changes.next() }
            }
            #expect(host.status(of: faulty).state == .quarantined)
            _ = try await host.release("faulty", isDryRun: false)
            await wait(for: .running)
            health.withLock { $0 = .degraded(reason: "out of paper") }
            await host.checkHealth(of: faulty)
            #expect(host.status(of: faulty).state == .degraded)
            try await fixture.reload(FaultyPlugin.text(revision: 2, limits[0], limits[1]))
            health.withLock { $0 = .healthy }
            await host.checkHealth(of: faulty)
            #expect(host.status(of: faulty).state == .running)
            try await fixture.act()
            await wait(for: .failed)
            #expect(host.status(of: faulty).reason?.contains("startLimitBurst") == true)
            _ = try await host.control(.stop, "faulty", isDryRun: false)
            #expect(host.status(of: faulty).state == .stopped)
            _ = try await host.setEnablement(of: "faulty", to: false, by: "ada", isDryRun: false)
            #expect(host.status(of: faulty).state == .disabled)

            let transitions = host.events(after: 0).compactMap(\.transition)
            let states = Set(transitions.flatMap { [$0.from, $0.to] })
            // Reserved for a plugin that runs on another host.
            #expect(states == Set(HostContract.PluginState.allCases).subtracting([.standby]))
            for (one, next) in zip(transitions, transitions.dropFirst()) { #expect(one.to == next.from) }
            #expect(transitions.last?.override?.user == "ada")
        }
    }
}

/// Blocks the thread.
private func block(_ semaphore: DispatchSemaphore) { semaphore.wait() }

extension PluginHost {
    /// The names in the faults of starts of the plugin `faulty` whose code was abandoned.
    fileprivate var stuckInstances: [String] {
        events.history(of: "faulty").events.flatMap { recorded -> [String] in
            if case .fault(.stuck(.start, let names), _) = recorded.event { names } else { [] }
        }
    }
}
