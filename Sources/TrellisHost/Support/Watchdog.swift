import NIOCore
import NIOPosix
import Trellis

/// Sends keep-alive messages to systemd's watchdog (`WatchdogSec=`, systemd.service(5)) while the daemon is responsive.
///
/// The daemon is responsive while its event loops, which serve the control socket, and Swift's thread pool, on which
/// the watchdog runs, execute work. A single blocked plugin does not affect either.
struct Watchdog: Sendable {
    /// The watchdog timeout.
    let interval: Duration

    /// The clock for the pauses between messages.
    let clock: WallClock

    /// Checks whether the daemon is responsive; may never return if it is not.
    var probe: @Sendable () async -> Bool = { await Self.eventLoopsRespond() }

    /// Sends a keep-alive message.
    let notify: @Sendable () -> Void

    /// Sends a message every half timeout, as sd_watchdog_enabled(3) recommends, until the task is cancelled.
    func run() async {
        repeat {
            if await probe() { notify() }
        } while (try? await clock.sleep(interval / 2)) != nil
    }

    /// Executes an empty task on each event loop.
    private static func eventLoopsRespond() async -> Bool {
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
            guard (try? await loop.submit {}.get()) != nil else { return false }
        }
        return true
    }
}
