@testable import Systemd

/// Holds threads back until it is opened.
final class Gate: Sendable {
    private let monitor = Monitor(false)

    func open() {
        monitor.withLock { $0 = true }
        monitor.wakeAll()
    }

    /// Waits until the gate is open; at most 30 seconds, so that a broken test ends.
    func wait() {
        _ = monitor.wait(within: .seconds(30)) { $0 ? true : nil }
    }
}
