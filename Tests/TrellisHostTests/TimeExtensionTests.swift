import Synchronization
import Systemd
import Testing

@testable import TrellisHost

@Suite("Asking systemd for time")
struct TimeExtensionTests {
    @Test("lasts as long as the longest of what goes on, and some more; at a stop that of the start is over")
    func longest() {
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        let sent = Mutex<[ServiceNotification]>([])
        let time = TimeExtension(now: { start + passed.withLock(\.self) }) { notification in
            sent.withLock { $0.append(notification) }
        }
        time.ask(for: .seconds(90))
        passed.withLock { $0 = .seconds(10) }
        // What is done sooner does not shorten it.
        time.ask(for: .seconds(1))
        passed.withLock { $0 = .seconds(60) }
        time.ask(for: .seconds(90))
        time.restart()
        time.ask(for: .seconds(10))
        #expect(
            sent.withLock(\.self) == [
                .extendTimeout(.seconds(95)), .extendTimeout(.seconds(85)), .extendTimeout(.seconds(95)),
                .extendTimeout(.seconds(15)),
            ])
    }
}
