import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The watchdog", .timeLimit(.minutes(5)))
struct WatchdogTests {
    @Test("is fed at once, and every half interval")
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

    @Test("is not fed while the daemon shows no sign of life")
    func starving() async throws {
        let events = Recorder()
        let asked = Latch()
        let alive = Latch()
        let watchdog = Watchdog(
            interval: .seconds(60), clock: ManualClock().clock,
            probe: {
                asked.open()
                await alive.wait()
                events.note("alive")
                return true
            }, feed: { events.note("fed") })
        let task = Task { await watchdog.run() }
        await asked.wait()
        events.note("asked")
        alive.open()
        await events.wait(for: "fed")
        #expect(events.events == ["asked", "alive", "fed"])
        task.cancel()
        await task.value
    }
}
