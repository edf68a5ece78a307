import Dispatch
import Foundation
import Synchronization

/// Ends the process when a stop exceeds the time that the daemon has requested from systemd.
///
/// ``TimeoutExtension`` includes the limit of every step of a stop. A plugin that blocks threads, or a call that
/// ignores its cancellation, can nevertheless delay a step. The deadline has a dedicated thread, because the threads of
/// Swift's pool may all be blocked.
final class StopDeadline: Sendable {
    private let time: TimeoutExtension
    private let isArmed = Mutex(false)
    private let isDisarmed = DispatchSemaphore(value: 0)
    private let end: @Sendable () -> Void

    /// Creates a deadline that is not armed.
    ///
    /// - Parameters:
    ///   - time: The time that the daemon has requested from systemd.
    ///   - end: Ends the process.
    init(of time: TimeoutExtension, end: @escaping @Sendable () -> Void) {
        self.time = time
        self.end = end
    }

    /// Starts the deadline and discards the time that was requested before; further calls have no effect.
    func arm() {
        let isFirst = isArmed.withLock { isArmed in
            defer { isArmed = true }
            return !isArmed
        }
        guard isFirst else { return }
        time.restart()
        Thread.detachNewThread { [time, isDisarmed, end] in
            while case let remaining = time.remaining, remaining > .zero {
                let nanoseconds =
                    Int(clamping: remaining.components.seconds) * 1_000_000_000
                    + Int(remaining.components.attoseconds / 1_000_000_000)
                if isDisarmed.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success { return }
            }
            end()
        }
    }

    /// Stops the deadline, because the stop has completed.
    func disarm() { isDisarmed.signal() }
}
