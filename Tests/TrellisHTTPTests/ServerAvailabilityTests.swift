import Foundation
import Synchronization
import Testing
import Trellis
import TrellisHTTP
import TrellisTesting

@Suite("What is known of a server", .timeLimit(.minutes(10)))
struct ServerAvailabilityTests {
    private func availability(_ clock: ManualClock) -> ServerAvailability {
        let folder = FilePath("/nonexistent")
        return ServerAvailability(
            of: "The server",
            plugin: PluginEnvironment(
                name: "weather", directories: PluginDirectories(state: folder, cache: folder, runtime: folder),
                clock: clock.clock, logger: Logger(label: "weather") { _ in SwiftLogNoOpLogHandler() },
                credential: { _ in nil }, status: { _ in }))
    }

    @Test("is since when it does not answer, and why it did not when it was last asked")
    func outage() {
        let clock = ManualClock()
        let availability = availability(clock)
        #expect(availability.outage == nil)
        let since = clock.now
        availability.noteFailure("the cable is out")
        clock.advance(by: .seconds(60))
        availability.noteFailure("it answered with the status 502")
        #expect(availability.outage?.since == since)
        #expect(availability.outage?.reason == "it answered with the status 502")
        availability.noteAnswer()
        #expect(availability.outage == nil)
        availability.noteFailure("the cable is out")
        #expect(availability.outage?.since == clock.now)
    }

    @Test("is found out again as soon as at first when it is back and away again at once")
    func awayAgain() async throws {
        let clock = ManualClock()
        let availability = availability(clock)
        let times = Mutex<[Date]>([])
        let asked = Signal()
        let watch = Task {
            await availability.watchForReturn {
                let count = times.withLock { times in
                    times.append(clock.now)
                    return times.count
                }
                if count == 3 {
                    availability.noteAnswer()
                    clock.advance(by: .seconds(1))
                    availability.noteFailure("the cable is out again")
                }
                asked.fire()
            }
        }
        availability.noteFailure("the cable is out")
        for count in 0..<4 {
            try await clock.passNext()
            try await asked.wait(beyond: count)
        }
        let spans = times.withLock { zip($0, $0.dropFirst()).map { $1.timeIntervalSince($0) } }
        // A fifth shorter or longer by chance.
        #expect((9.0...13.0).contains(try #require(spans.last)), "\(spans)")
        watch.cancel()
        await watch.value
    }

    @Test("is found out again while it is away, less and less often, and each time that it goes away")
    func watch() async throws {
        let clock = ManualClock()
        let availability = availability(clock)
        let times = Mutex<[Date]>([])
        let asked = Signal()
        let watch = Task {
            await availability.watchForReturn {
                let count = times.withLock { times in
                    times.append(clock.now)
                    return times.count
                }
                if count.isMultiple(of: 8) { availability.noteAnswer() }
                asked.fire()
            }
        }
        for outage in 0..<2 {
            let start = clock.now
            availability.noteFailure("the cable is out")
            for number in 1...8 {
                try await clock.passNext()
                try await asked.wait(beyond: outage * 8 + number - 1)
            }
            #expect(availability.outage == nil)
            let all = times.withLock { [start] + $0.suffix(8) }
            let spans = zip(all, all.dropFirst()).map { $1.timeIntervalSince($0) }
            for (span, whole) in zip(spans, [10, 20, 40, 80, 160, 300, 300, 300]) {
                #expect((0.79...1.21).contains(span / Double(whole)), "\(spans)")
            }
        }
        watch.cancel()
        await watch.value
    }
}
