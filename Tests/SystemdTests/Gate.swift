@testable import Systemd

/// Holds threads back until it is opened.
final class Gate: Sendable {
    private let monitor = Monitor(false)

    func open() {
        monitor.withLock { $0 = true }
        monitor.wakeAll()
    }

    /// Waits until the gate is open; at most five minutes, so that a broken test ends.
    func wait() {
        _ = monitor.wait(within: .seconds(300)) { $0 ? true : nil }
    }
}
