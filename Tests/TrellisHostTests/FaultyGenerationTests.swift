import HostInterface
import ServiceLifecycle
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// Faults of a new generation after its creation, and of the old one while it drains and closes.
@Suite("A reload with a fault of a generation", .timeLimit(.minutes(2)))
struct FaultyGenerationTests {
    /// The way in which code fails.
    enum Fault: CaseIterable {
        case throwsError, returns, hangs, ignoresCancellation
    }

    /// Code that can distinguish the generations of the plugin, with one call that the test ends.
    private final class Generations: Sendable {
        private let created = Atomic(0)
        private let calls = Atomic(0)
        private let closed = Atomic(0)
        private let host = Mutex<PluginHost?>(nil)
        /// Signaled when the service of the first generation runs.
        let served = OneShotEvent()
        let began = OneShotEvent()
        let gate = OneShotEvent()

        /// The number of generations that were created.
        var count: Int { created.load(ordering: .relaxed) }

        /// A script whose first call lasts until the gate opens.
        func script() -> FaultyScript {
            var script = FaultyScript()
            script.serve = service { _ in try await gracefulShutdown() }
            script.create = { _ in self.created.wrappingAdd(1, ordering: .relaxed) }
            script.call = {
                guard self.calls.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else { return }
                self.began.signal()
                await self.gate.waitIgnoringCancellation()
            }
            return script
        }

        /// A service that receives the number of its generation.
        func service(_ body: @escaping @Sendable (Int) async throws -> Void) -> @Sendable () async throws -> Void {
            {
                let number = self.count
                self.served.signal()
                try await body(number)
            }
        }

        /// Whether the closing instance is the first one.
        func isFirstClosing() -> Bool { closed.wrappingAdd(1, ordering: .relaxed).oldValue == 0 }

        func use(_ host: PluginHost) { self.host.withLock { $0 = host } }

        /// Waits until a service of the newest generation has failed.
        func waitForFailure() async {
            while true {
                let life = host.withLock(\.self)?.hostedPlugins.first { $0.name == "faulty" }?.life
                if life?.generations.last?.failure != nil { return }
                await Task.yield()
            }
        }
    }

    /// Reloads while a call is in progress, and expects that the reload fails and that the old generation continues.
    ///
    /// The caller, the event and the log have the reason, of which `message` is a part.
    private func expectFailure(
        of generations: Generations, _ script: FaultyScript, clock: WallClock = .system, because message: String
    ) async throws {
        let log = LogRecorder(level: .notice)
        try await withFaultyPlugin(script, log: log, clock: clock, FaultyPlugin.text(revision: 1)) {
            fixture async throws in
            generations.use(fixture.host)
            defer { generations.gate.signal() }
            await generations.served.wait()
            async let call: Void = fixture.act()
            await generations.began.wait()
            try fixture.write(FaultyPlugin.text(revision: 2))
            let error = await #expect(throws: HostError.self) { try await fixture.host.reload(expecting: nil) }
            guard case .reloadFailed("faulty", let reason, rolledBack: false)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.hasPrefix("the plugin faulty "))
            #expect(reason.contains(message), "\(reason)")
            let report = fixture.host.events(after: 0).compactMap(\.reload).last
            #expect(report?.outcome == .failed && report?.message == reason)
            #expect(log.lines.contains { $0.contains(message) }, "\(log.lines)")
            #expect(fixture.states == ["faulty running"])
            // The old generation has not been replaced, so the call in progress and the next one are served by it.
            try await fixture.act()
            generations.gate.signal()
            try await call
            #expect(generations.count == 2)
        }
    }

    @Test("whose health check hangs fails, and the old one continues")
    func check() async throws {
        let generations = Generations()
        let clock = ManualClock()
        let began = OneShotEvent()
        var script = generations.script()
        script.check = {
            began.signal()
            if generations.count == 2 { try await Task.sleep(for: .seconds(3600)) }
            return .healthy
        }
        let passing = Task {
            await began.wait()
            try await clock.passNext(HealthMonitor.limit)
        }
        try await expectFailure(
            of: generations, script, clock: clock.clock, because: "faults: the health check took longer than 5s")
        try await passing.value
    }

    @Test("whose service fails while it starts fails, and the old one continues")
    func failingService() async throws {
        let generations = Generations()
        var script = generations.script()
        script.serve = generations.service { number in
            if number == 2 { throw PluginFailure(.unavailable, "out of order") }
            try await gracefulShutdown()
        }
        script.check = {
            if generations.count == 2 { await generations.waitForFailure() }
            return .healthy
        }
        try await expectFailure(of: generations, script, because: "out of order")
    }

    @Test(
        "whose service returns or hangs succeeds, and the next reload ends the service",
        arguments: [Fault.returns, .hangs])
    func service(_ fault: Fault) async throws {
        let generations = Generations()
        let ended = OneShotEvent()
        var script = generations.script()
        script.serve = generations.service { number in
            if number == 2, fault == .returns { return }
            if number == 2 {
                defer { ended.signal() }
                // The service ignores that it is to end, and is cancelled after timeoutStop.
                try await Task.sleep(for: .seconds(3600))
            }
            try await gracefulShutdown()
        }
        generations.gate.signal()
        try await withFaultyPlugin(script, FaultyPlugin.text(revision: 1)) { fixture async throws in
            await generations.served.wait()
            try await fixture.reload(FaultyPlugin.text(revision: 2))
            try await fixture.act()
            try await fixture.reload(FaultyPlugin.text(revision: 3))
            #expect(fixture.states == ["faulty running"])
            try await fixture.act()
            #expect(generations.count == 3)
            if fault == .hangs { await ended.wait() }
            #expect(fixture.states == ["faulty running"])
        }
    }

    @Test("whose service returns before the switch restarts the plugin, if it is configured to restart always")
    func returnBeforeSwitch() async throws {
        let generations = Generations()
        let returned = OneShotEvent()
        var script = generations.script()
        script.serve = generations.service { number in
            guard number == 2 else { return try await gracefulShutdown() }
            returned.signal()
        }
        script.check = {
            if generations.count == 2 { await returned.wait() }
            return .healthy
        }
        generations.gate.signal()
        let lines = ["restart: always", "restartDelay: 1ms"]
        try await withFaultyPlugin(script, FaultyPlugin.text(revision: 1, lines[0], lines[1])) { fixture async throws in
            await generations.served.wait()
            var changes = fixture.host.statusChanged.changes().makeAsyncIterator()
            try await fixture.reload(FaultyPlugin.text(revision: 2, lines[0], lines[1]))
            while !Task.isCancelled, generations.count < 3 || fixture.states != ["faulty running"] {
                await changes.next()
            }
            try await fixture.act()
        }
    }

    @Test(
        "whose old generation drains too long succeeds, and the call ends",
        arguments: [Fault.hangs, .ignoresCancellation])
    func drain(_ fault: Fault) async throws {
        let generations = Generations()
        var script = generations.script()
        if fault == .hangs {
            script.call = {
                if generations.began.isSignaled { return }
                generations.began.signal()
                try await Task.sleep(for: .seconds(3600))
            }
        }
        let log = LogRecorder(level: .notice)
        try await withFaultyPlugin(script, log: log, FaultyPlugin.text(revision: 1, "drainLimit: 50ms")) {
            fixture async throws in
            var events = fixture.host.events.ring.changes().makeAsyncIterator()
            defer { generations.gate.signal() }
            let call = Task { try await fixture.act() }
            await generations.began.wait()
            try await fixture.reload(FaultyPlugin.text(revision: 2, "drainLimit: 50ms"))
            try await fixture.act()
            if fault == .ignoresCancellation {
                while !Task.isCancelled, !fixture.faults.contains(where: \.isStuckCall) { await events.next() }
                #expect(log.lines.contains { $0.contains("org.example.faulty.Act (1)") })
                generations.gate.signal()
                while !Task.isCancelled, fixture.faults.last?.kind != .abandonedCodeEnded { await events.next() }
            }
            if fault == .hangs {
                let error = await #expect(throws: RemoteError.self) { try await call.value }
                #expect(error?.name == "io.trellis.Host.PluginReconfigured")
            } else {
                // The code has ended in the end, and its call has a reply.
                try await call.value
            }
            #expect(fixture.states == ["faulty running"])
            #expect(generations.count == 2)
            try await fixture.act()
        }
    }

    @Test("ends a call over a connection when it has drained too long, even if its code ignores its cancellation")
    func abandonedCall() async throws {
        let generations = Generations()
        let text = { FaultyPlugin.text(revision: $0, "drainLimit: 50ms") }
        try await withFaultyPlugin(generations.script(), text(1)) { fixture async throws in
            defer { generations.gate.signal() }
            let server = VarlinkServer(router: fixture.host.router)
            let address = VarlinkAddress.path(fixture.folder.appending("s").string)
            try server.listen(on: address)
            async let running: Void = server.run()
            let connection = try await VarlinkConnection.connect(to: address)
            let call = Task { try await connection.call("org.example.faulty.Act", JSONObject()) }
            await generations.began.wait()
            try await fixture.reload(text(2))
            let error = await #expect(throws: RemoteError.self) { _ = try await call.value }
            #expect(error?.name == "io.trellis.Host.PluginReconfigured")
            // The connection serves its next call.
            _ = try await connection.call("org.example.faulty.Act", JSONObject())
            generations.gate.signal()
            await connection.close()
            await server.shutdown(gracePeriod: .seconds(60))
            try await running
        }
    }

    @Test(
        "whose old generation does not close succeeds, and the fault is reported",
        arguments: [Fault.throwsError, .hangs, .ignoresCancellation])
    func close(_ fault: Fault) async throws {
        let generations = Generations()
        let end = OneShotEvent()
        var script = generations.script()
        generations.gate.signal()
        script.close = {
            guard generations.isFirstClosing() else { return }
            switch fault {
            case .throwsError: throw PluginFailure(.unavailable, "out of order")
            case .returns: break
            case .hangs: try await Task.sleep(for: .seconds(3600))
            case .ignoresCancellation: await end.waitIgnoringCancellation()
            }
        }
        let log = LogRecorder(level: .notice)
        try await withFaultyPlugin(script, log: log, FaultyPlugin.text(revision: 1)) { fixture async throws in
            var events = fixture.host.events.ring.changes().makeAsyncIterator()
            defer { end.signal() }
            try await fixture.reload(FaultyPlugin.text(revision: 2))
            while !Task.isCancelled, !fixture.faults.contains(where: { $0.kind == .instanceNotClosed }) {
                await events.next()
            }
            #expect(log.lines.contains { $0.contains("did not close") })
            if fault == .throwsError {
                #expect(log.lines.contains { $0.contains("out of order") }, "\(log.lines)")
            }
            #expect(fixture.states == ["faulty running"])
            try await fixture.act()
            #expect(generations.count == 2)
        }
    }
}

extension ReloadedHost {
    /// The faults of the plugin `faulty`.
    fileprivate var faults: [PluginFault] {
        host.events.history(of: "faulty").events.compactMap { recorded in
            if case .fault(let fault, _) = recorded.event { fault } else { nil }
        }
    }
}

extension PluginFault {
    /// Whether a call was abandoned.
    fileprivate var isStuckCall: Bool {
        if case .stuck(.calls, let names) = self { names == ["org.example.faulty.Act (1)"] } else { false }
    }
}
