import Foundation
import Synchronization
import Testing
import Trellis
import TrellisTesting

@Suite("A manual clock", .timeLimit(.minutes(2)))
struct ManualClockTests {
    @Test("suspends a loop with a short interval until the clock is advanced")
    func shortInterval() async throws {
        let clock = ManualClock()
        let start = clock.now
        let iterations = Mutex(0)
        let loop = Task {
            while true {
                try await clock.clock.sleep(.milliseconds(100))
                iterations.withLock { $0 += 1 }
            }
        }
        try await clock.sleeper()
        #expect(iterations.withLock(\.self) == 0)
        for count in 1...3 {
            try await clock.passNext(.milliseconds(100))
            try await clock.sleeper()
            #expect(iterations.withLock(\.self) == count)
        }
        #expect(abs(clock.now.timeIntervalSince(start) - 0.3) < 0.001)
        #expect(clock.skippedSleeps.isEmpty)
        loop.cancel()
        await #expect(throws: CancellationError.self) { try await loop.value }
    }

    @Test("skips sleeps shorter than a limit, and advances by their durations")
    func skipping() async throws {
        let clock = ManualClock(skippingSleepsBelow: .seconds(5))
        let start = clock.now
        try await clock.clock.sleep(.seconds(2))
        #expect(clock.skippedSleeps == [.seconds(2)])
        #expect(clock.now.timeIntervalSince(start) == 2)
        let long = Task { try await clock.clock.sleep(.seconds(5)) }
        try await clock.passNext(.seconds(5))
        try await long.value
        #expect(clock.skippedSleeps == [.seconds(2)])
    }
}
