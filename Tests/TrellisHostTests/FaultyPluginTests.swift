import Dispatch
import Foundation
import HostInterface
import Logging
import ServiceLifecycle
import Synchronization
import SystemPackage
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// Drives a plugin with one fault through its states: it starts, runs, is stopped, and starts again without the fault.
///
/// In every case another plugin is not affected.
@Suite("A plugin that fails in each phase in each way", .timeLimit(.minutes(2)))
struct FaultyPluginTests {
    /// A phase of the life of a plugin.
    enum Phase: String, CaseIterable {
        case create, service, check, call, close
    }

    /// The way in which the plugin fails.
    enum Fault: String {
        case throwsError, returns, hangs, ignoresCancellation, blocksThread, leaksTask
    }

    /// A fault in a phase, with its consequences.
    struct Case: CustomTestStringConvertible {
        let phase: Phase
        let fault: Fault

        /// The state after the start, the first call and the first health check.
        let state: HostContract.PluginState

        /// The faults that are reported until the plugin has been stopped.
        var faults: [HostContract.PluginFaultKind] = []

        var testDescription: String { "\(phase) \(fault)" }

        init(
            _ phase: Phase, _ fault: Fault, _ state: HostContract.PluginState,
            _ faults: HostContract.PluginFaultKind...
        ) {
            (self.phase, self.fault, self.state, self.faults) = (phase, fault, state, faults)
        }

        /// The limit that the plugin exceeds while it starts or is checked, if any.
        var limit: Duration? {
            guard [.hangs, .ignoresCancellation, .blocksThread].contains(fault) else { return nil }
            return phase == .create ? .seconds(90) : phase == .check ? HealthMonitor.limit : nil
        }
    }

    static let cases = [
        Case(.create, .throwsError, .failed, .failed),
        Case(.create, .returns, .running),
        Case(.create, .hangs, .failed, .failed),
        Case(.create, .ignoresCancellation, .failed, .stuck, .failed),
        Case(.create, .blocksThread, .failed, .stuck, .failed),
        Case(.create, .leaksTask, .running, .stuck),
        Case(.service, .throwsError, .failed, .failed),
        Case(.service, .returns, .running),
        Case(.service, .hangs, .running),
        Case(.service, .ignoresCancellation, .running, .stuck),
        Case(.service, .blocksThread, .running, .stuck),
        Case(.service, .leaksTask, .running, .stuck),
        Case(.check, .throwsError, .degraded),
        Case(.check, .returns, .running),
        Case(.check, .hangs, .degraded),
        Case(.check, .ignoresCancellation, .degraded, .stuck),
        Case(.check, .blocksThread, .degraded, .stuck),
        Case(.check, .leaksTask, .running, .stuck),
        Case(.call, .throwsError, .running),
        Case(.call, .returns, .running),
        Case(.call, .hangs, .running),
        Case(.call, .ignoresCancellation, .running, .stuck),
        Case(.call, .blocksThread, .running, .stuck),
        Case(.call, .leaksTask, .running, .stuck),
        Case(.close, .throwsError, .running, .instanceNotClosed),
        Case(.close, .returns, .running),
        Case(.close, .hangs, .running, .instanceNotClosed),
        Case(.close, .ignoresCancellation, .running, .instanceNotClosed, .stuck),
        Case(.close, .blocksThread, .running, .instanceNotClosed, .stuck),
        Case(.close, .leaksTask, .running, .stuck),
    ]

    /// The code of a plugin with one fault in its first life, which ends when the gate opens.
    private final class Misbehaviour: Sendable {
        let fault: Fault
        let phase: Phase
        let began = OneShotEvent()
        private let gate = OneShotEvent()
        private let semaphore = DispatchSemaphore(value: 0)
        private let environment = Mutex<PluginEnvironment?>(nil)
        private let isOver = Atomic(false)

        init(_ fault: Fault, in phase: Phase) { (self.fault, self.phase) = (fault, phase) }

        /// Ends the fault, and the code that ignores its cancellation.
        func end() {
            isOver.store(true, ordering: .relaxed)
            gate.signal()
            for _ in 0..<100 { semaphore.signal() }
        }

        /// Whether the phase is the faulty one.
        private func isFaulty(_ phase: Phase) -> Bool { phase == self.phase && !isOver.load(ordering: .relaxed) }

        /// Commits the fault if the phase is the faulty one.
        func run(_ phase: Phase) async throws {
            guard isFaulty(phase) else { return }
            began.signal()
            switch fault {
            case .throwsError: throw PluginFailure(.unavailable, "out of order")
            case .returns: break
            case .hangs: try await Task.sleep(for: .seconds(3600))
            case .ignoresCancellation: await gate.waitIgnoringCancellation()
            case .blocksThread: block()
            case .leaksTask:
                environment.withLock(\.self)?.task("leak") { [gate] in await gate.waitIgnoringCancellation() }
            }
        }

        private func block() { semaphore.wait() }

        var script: FaultyScript {
            var script = FaultyScript()
            script.create = { plugin in
                self.environment.withLock { $0 = plugin }
                try await self.run(.create)
            }
            script.serve = {
                let returns = self.isFaulty(.service) && self.fault == .returns
                try await self.run(.service)
                if !returns { try await gracefulShutdown() }
            }
            script.check = {
                try await self.run(.check)
                return .healthy
            }
            script.call = { try await self.run(.call) }
            script.close = { try await self.run(.close) }
            return script
        }
    }

    @Test("affects only itself, is reported, and starts again when its code has ended", arguments: cases)
    func faults(_ test: Case) async throws {
        let plugin = Misbehaviour(test.fault, in: test.phase)
        let (log, clock) = (LogRecorder(level: .notice), ManualClock())
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder, clock: clock.clock, logger: log.logger)
            let host = try FaultyScript.$current.withValue(plugin.script) {
                try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil,
                        options: [
                            "plugins.faulty.required=false", "plugins.faulty.restart=no",
                            "plugins.faulty.timeoutStop=1s", "plugins.lone.enabled=true",
                        ],
                        registrations: [PluginRegistration(FaultyPlugin.self), PluginRegistration(LonePlugin.self)]),
                    environment: environment, router: .host(logger: environment.logger("trellis")))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { plugin.end() }
                if let limit = test.limit {
                    group.addTask {
                        await plugin.began.wait()
                        try await clock.passNext(limit)
                    }
                }
                try await host.run {
                    if test.phase == .call { group.addTask { _ = try? await call(host) } }
                    if test.phase == .check { await host.checkHealth(of: 0) }
                    if test.phase != .close { await plugin.began.wait() }
                    await wait(for: test.state, of: host)
                    _ = try await host.control(.stop, "faulty", isDryRun: false)
                    #expect(host.status(of: 0).state == .stopped)
                    #expect(host.status(of: 1).state == .running)
                    let faults = host.faults
                    expect(faults.map(\.kind), of: test)
                    for case .stuck(_, let names) in faults {
                        let expected = [
                            "FaultyInstance", "FaultyService", "FaultyCheck", "leak", "org.example.faulty.Act (1)",
                        ]
                        #expect(expected.contains(names.first ?? ""))
                    }
                    if test.faults.contains(.stuck) {
                        await #expect(throws: HostError.pluginStuck(plugin: "faulty")) {
                            _ = try await host.control(.start, "faulty", isDryRun: false)
                        }
                    }
                    plugin.end()
                    await host.waitUntilFree()
                    _ = try await host.control(.start, "faulty", isDryRun: false)
                    #expect(host.status(of: 0).state == .running)
                    #expect(host.status(of: 1).state == .running)
                    try await call(host)
                }
                group.cancelAll()
            }
        }
    }

    /// Expects the faults of a case.
    ///
    /// On a busy machine, code that ends when it is cancelled may not end in time.
    private func expect(_ faults: [HostContract.PluginFaultKind], of test: Case) {
        #expect(test.fault == .hangs ? faults.filter { $0 != .stuck } == test.faults : faults == test.faults)
    }

    /// Waits until the plugin `faulty` has a state.
    private func wait(for state: HostContract.PluginState, of host: PluginHost) async {
        var changes = host.statusChanged.changes().makeAsyncIterator()
        while !Task.isCancelled, host.status(of: 0).state != state { await changes.next() }
    }

    @Test("ends the daemon with a crash record that names the plugin, if it traps", arguments: Phase.allCases)
    func trap(_ phase: Phase) async throws {
        let folder = FilePath(FileManager.default.temporaryDirectory.path)
            .appending("trellis-trap-\(getpid())-\(phase.rawValue)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        await #expect(processExitsWith: .failure) {
            [phase = phase.rawValue as String, folder = folder.string as String] in
            let phase = Phase(rawValue: phase)
            let folder = FilePath(folder)
            CrashRecord.prepare(in: folder, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            var script = FaultyScript()
            let trap: @Sendable (Phase) -> Void = { if $0 == phase { fatalError("on purpose") } }
            script.create = { _ in trap(.create) }
            script.serve = {
                trap(.service)
                try await gracefulShutdown()
            }
            script.check = {
                trap(.check)
                return .healthy
            }
            script.call = { trap(.call) }
            script.close = { trap(.close) }
            let environment = HostEnvironment.test(in: folder)
            let host = try FaultyScript.$current.withValue(script) {
                try PluginHost(
                    configuration: try LoadedConfiguration(
                        path: nil, options: ["plugins.faulty.enabled=true"],
                        registrations: [PluginRegistration(FaultyPlugin.self)]),
                    environment: environment, router: .host(logger: environment.logger("trellis")))
            }
            try await host.run {
                await host.checkHealth(of: 0)
                try await call(host)
            }
        }
        #expect(CrashRecord.last(in: folder)?.plugin == "faulty")
    }
}

/// Calls the plugin `faulty`.
private func call(_ host: PluginHost) async throws {
    _ = try await LocalCaller(router: host.router).call("org.example.faulty.Act", [:] as JSONObject)
}

extension PluginHost {
    /// Waits until no abandoned code of the plugin `faulty` runs.
    fileprivate func waitUntilFree() async {
        var iterator = events.ring.changes().makeAsyncIterator()
        while !Task.isCancelled, hostedPlugins[0].isStuck { _ = await iterator.next() }
    }

    /// The faults of the plugin `faulty`, without overdue services and the end of abandoned code.
    fileprivate var faults: [PluginFault] {
        events.history(of: "faulty").events.compactMap { recorded in
            guard case .fault(let fault, _) = recorded.event,
                ![.abandonedCodeEnded, .servicesOverdue].contains(fault.kind)
            else { return nil }
            return fault
        }
    }
}
