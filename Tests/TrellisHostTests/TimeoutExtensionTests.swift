import Synchronization
import Systemd
import Testing

@testable import TrellisHost

@Suite("Time requested from systemd", .timeLimit(.minutes(2)))
struct TimeoutExtensionTests {
    @Test("is not requested while the daemon runs, but during a reload and a stop")
    func running() {
        let sent = Mutex(0)
        let time = TimeoutExtension { _ in sent.withLock { $0 += 1 } }
        time.note(isRunning: true)
        time.request(.seconds(90))
        #expect(sent.withLock(\.self) == 0)
        time.note(isRunning: false)
        time.request(.seconds(90))
        #expect(sent.withLock(\.self) == 1)
        time.note(isRunning: true)
        time.restart()
        time.request(.seconds(90))
        #expect(sent.withLock(\.self) == 2)
    }

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
