import Synchronization
import Systemd
import Testing

@testable import TrellisHost

@Suite("Time requested from systemd", .timeLimit(.minutes(2)))
struct TimeoutExtensionTests {
    @Test("covers the longest operation in progress; a stop discards the time of the start")
    func longest() {
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        let sent = Mutex<[ServiceNotification]>([])
        let time = TimeoutExtension(now: { start + passed.withLock(\.self) }) { notification in
            sent.withLock { $0.append(notification) }
        }
        time.request(.seconds(90))
        passed.withLock { $0 = .seconds(10) }
        // A shorter operation does not reduce the requested time.
        time.request(.seconds(1))
        passed.withLock { $0 = .seconds(60) }
        time.request(.seconds(90))
        time.restart()
        time.request(.seconds(10))
        #expect(
            sent.withLock(\.self) == [
                .extendTimeout(.seconds(95)), .extendTimeout(.seconds(85)), .extendTimeout(.seconds(95)),
                .extendTimeout(.seconds(15)),
            ])
    }
}
