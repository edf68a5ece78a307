import LogSupport

/// Blocks threads until it is opened.
final class Gate: Sendable {
    private let monitor = Monitor(false)

    func open() {
        monitor.withLock { $0 = true }
        monitor.wakeAll()
    }

    /// Waits until the gate is open, for at most five minutes, so that a failing test ends.
    func wait() {
        _ = monitor.wait(within: .seconds(300)) { $0 ? true : nil }
    }
}
