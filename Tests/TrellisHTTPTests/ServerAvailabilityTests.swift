import Foundation
import Synchronization
import Testing
import Trellis
import TrellisHTTP
import TrellisTesting

@Suite("ServerAvailability", .timeLimit(.minutes(2)))
struct ServerAvailabilityTests {
    private func availability(_ clock: ManualClock) -> ServerAvailability {
        ServerAvailability(
            of: "The server", clock: clock.clock, logger: Logger(label: "weather") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test("records the time of the first failure and the reason for the latest one")
    func outage() {
        let clock = ManualClock()
        let availability = availability(clock)
        #expect(availability.outage == nil)
        let since = clock.now
        availability.recordFailure("unplugged")
        clock.advance(by: .seconds(60))
        availability.recordFailure("the server responded with status 502")
        #expect(availability.outage?.since == since)
        #expect(availability.outage?.reason == "the server responded with status 502")
        availability.recordResponse()
        #expect(availability.outage == nil)
        availability.recordFailure("unplugged")
        #expect(availability.outage?.since == clock.now)
    }

    @Test("restarts the backoff when the server recovers and fails again between two probes")
    func consecutiveOutages() async throws {
        let clock = ManualClock()
        let availability = availability(clock)
        let times = Mutex<[Date]>([])
        let probed = Signal()
        let monitor = Task {
            await availability.monitorRecovery {
                let count = times.withLock { times in
                    times.append(clock.now)
                    return times.count
                }
                if count == 3 {
                    availability.recordResponse()
                    clock.advance(by: .seconds(1))
                    availability.recordFailure("unplugged again")
                }
                probed.fire()
            }
        }
        availability.recordFailure("unplugged")
        for count in 0..<4 {
            try await clock.passNext()
            try await probed.wait(beyond: count)
        }
        let spans = times.withLock { zip($0, $0.dropFirst()).map { $1.timeIntervalSince($0) } }
        // The delay is 10 s with a jitter of a fifth; the server was available for a second before the delay.
        #expect((9.0...13.0).contains(try #require(spans.last)), "\(spans)")
        monitor.cancel()
        await monitor.value
    }

    @Test("probes an unavailable server with exponential backoff, in every outage")
    func recovery() async throws {
        let clock = ManualClock()
        let availability = availability(clock)
        let times = Mutex<[Date]>([])
        let probed = Signal()
        let monitor = Task {
            await availability.monitorRecovery {
                let count = times.withLock { times in
                    times.append(clock.now)
                    return times.count
                }
                if count.isMultiple(of: 8) { availability.recordResponse() }
                probed.fire()
            }
        }
        for outage in 0..<2 {
            let start = clock.now
            availability.recordFailure("unplugged")
            for number in 1...8 {
                try await clock.passNext()
                try await probed.wait(beyond: outage * 8 + number - 1)
            }
            #expect(availability.outage == nil)
            let all = times.withLock { [start] + $0.suffix(8) }
            let spans = zip(all, all.dropFirst()).map { $1.timeIntervalSince($0) }
            for (span, whole) in zip(spans, [10, 20, 40, 80, 160, 300, 300, 300]) {
                #expect((0.79...1.21).contains(span / Double(whole)), "\(spans)")
            }
        }
        monitor.cancel()
        await monitor.value
    }
}
