import Dispatch
import Foundation
import Synchronization

/// Ends the process when a stop exceeds the time that the daemon has asked systemd for.
///
/// Every step of a stop has a limit that ``TimeExtension`` knows. A plugin that blocks threads, or a call that ignores its
/// cancellation, can keep a step from ending all the same. A thread of its own watches, since none of Swift's may be free.
final class StopDeadline: Sendable {
    private let time: TimeExtension
    private let isArmed = Mutex(false)
    private let ended = DispatchSemaphore(value: 0)
    private let end: @Sendable () -> Void

    /// Creates the deadline; it is not armed.
    ///
    /// - Parameters:
    ///   - time: The time that was asked for.
    ///   - end: Ends the process.
    init(of time: TimeExtension, end: @escaping @Sendable () -> Void) {
        self.time = time
        self.end = end
    }

    /// Begins to watch; what was asked for before the first call does not count.
    func arm() {
        let isFirst = isArmed.withLock { isArmed in
            defer { isArmed = true }
            return !isArmed
        }
        guard isFirst else { return }
        time.restart()
        Thread.detachNewThread { [time, ended, end] in
            while case let remaining = time.remaining, remaining > .zero {
                let nanoseconds =
                    Int(clamping: remaining.components.seconds) * 1_000_000_000
                    + Int(remaining.components.attoseconds / 1_000_000_000)
                if ended.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success { return }
            }
            end()
        }
    }

    /// Ceases to watch: the stop is over.
    func disarm() { ended.signal() }
}
