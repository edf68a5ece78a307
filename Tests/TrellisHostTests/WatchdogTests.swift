import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The watchdog", .timeLimit(.minutes(5)))
struct WatchdogTests {
    @Test("is notified immediately, and every half interval")
    func feeding() async throws {
        let clock = ManualClock()
        let fed = Signal()
        let watchdog = Watchdog(interval: .seconds(60), clock: clock.clock) { fed.fire() }
        let task = Task { await watchdog.run() }
        for count in 1...3 {
            try await clock.passNext(.seconds(30))
            try await fed.wait(beyond: count)
        }
        task.cancel()
        await task.value
    }

    @Test("is not notified while the daemon does not respond")
    func starving() async throws {
        let events = Recorder()
        let asked = OneShotEvent()
        let alive = OneShotEvent()
        let watchdog = Watchdog(
            interval: .seconds(60), clock: ManualClock().clock,
            probe: {
                asked.signal()
                await alive.wait()
                events.note("alive")
                return true
            }, notify: { events.note("notified") })
        let task = Task { await watchdog.run() }
        await asked.wait()
        events.note("asked")
        alive.signal()
        await events.wait(for: "notified")
        #expect(events.events == ["asked", "alive", "notified"])
        task.cancel()
        await task.value
    }
}
