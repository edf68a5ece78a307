import Dispatch
import Foundation
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The watchdog", .timeLimit(.minutes(2)))
struct WatchdogTests {
    private static let responsive = Watchdog.Part(name: "responsive") { $0.signal() }

    @Test("is notified immediately, and every half interval")
    func feeding() async throws {
        let clock = ManualClock()
        let fed = Signal()
        let watchdog = Watchdog(
            interval: .seconds(60), clock: clock.clock, parts: [Self.responsive], notify: { fed.fire() },
            trigger: { Issue.record("silent: \($0.map(\.name))") })
        let task = Task { await watchdog.run() }
        for count in 1...3 {
            try await clock.passNext(.seconds(30))
            try await fed.wait(beyond: count)
        }
        task.cancel()
        await task.value
    }

    @Test("is notified after the last part has answered")
    func slow() async throws {
        let events = Recorder()
        let answer = Mutex<OneShotEvent?>(nil)
        let slow = Watchdog.Part(name: "slow") { event in
            answer.withLock { $0 = event }
            events.note("asked")
        }
        let watchdog = Watchdog(
            interval: .seconds(60), clock: ManualClock().clock, parts: [Self.responsive, slow],
            notify: { events.note("notified") }, trigger: { _ in events.note("triggered") })
        let task = Task { await watchdog.run() }
        await events.wait(for: "asked")
        events.note("answered")
        answer.withLock(\.self)?.signal()
        await events.wait(for: "notified")
        #expect(events.events == ["asked", "answered", "notified"])
        task.cancel()
        await task.value
    }

    @Test("is triggered with the parts that do not answer, before its timeout")
    func silent() async throws {
        let clock = ManualClock()
        let events = Recorder()
        let silent = Watchdog.Part(name: "silent") { _ in }
        let watchdog = Watchdog(
            interval: .seconds(60), clock: clock.clock, parts: [silent, Self.responsive],
            notify: { events.note("notified") }, trigger: { events.note("no answer: \($0.map(\.name))") })
        let task = Task { await watchdog.run() }
        try await clock.passNext(.seconds(24))
        await task.value
        #expect(events.events == [#"no answer: ["silent"]"#])
    }

    @Test("is not triggered when the daemon stops")
    func stopped() async throws {
        let clock = ManualClock()
        let silent = Watchdog.Part(name: "silent") { _ in }
        let watchdog = Watchdog(
            interval: .seconds(60), clock: clock.clock, parts: [silent],
            notify: { Issue.record("notified") }, trigger: { _ in Issue.record("triggered") })
        let task = Task { await watchdog.run() }
        try await clock.sleeper()
        task.cancel()
        await task.value
    }

    @Test("is notified while the event loops, the shared threads and the supervisor of a host execute work")
    func parts() async throws {
        try await PluginHostTests().withHost(["plugins.lone.enabled=true"], behaviour: Behaviour()) { host in
            let executor = DedicatedExecutor(label: "watchdog")
            let fed = OneShotEvent()
            let watchdog = Watchdog(
                interval: .seconds(600), clock: executor.clock,
                parts: Watchdog.Part.eventLoops + [.sharedThreads, .supervisor(of: host)],
                notify: { fed.signal() }, trigger: { Issue.record("silent: \($0.map(\.name))") })
            let task = Task(executorPreference: executor) { await watchdog.run() }
            await fed.wait()
            task.cancel()
            await task.value
        }
    }
}

@Suite("Blocked shared threads", .timeLimit(.minutes(2)))
struct SharedThreadTests {
    @Test("trigger the watchdog, which names them")
    func exhausted() async {
        // The test runs in a separate process, because all tests of a process share the threads.
        await #expect(processExitsWith: .success) {
            let executor = DedicatedExecutor(label: "watchdog")
            let clock = ManualClock()
            let triggered = DispatchSemaphore(value: 0)
            let names = Mutex<[String]>([])
            let watchdog = Watchdog(
                interval: .seconds(60), clock: clock.clock, parts: [.sharedThreads],
                notify: {},
                trigger: { silent in
                    names.withLock { $0 = silent.map(\.name) }
                    triggered.signal()
                })
            // Occupies one more thread than there are, this one included, so that the last task never begins.
            let count = ProcessInfo.processInfo.activeProcessorCount
            let gate = DispatchSemaphore(value: 0)
            for _ in 0..<count { Task.detached { gate.wait() } }
            Task(executorPreference: executor) { await watchdog.run() }
            Task(executorPreference: executor) { while true { try await clock.passNext(.seconds(24)) } }
            triggered.wait()
            for _ in 0..<count { gate.signal() }
            #expect(names.withLock(\.self) == ["the shared threads"])
        }
    }
}
