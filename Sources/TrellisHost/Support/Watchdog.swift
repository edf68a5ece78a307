import NIOCore
import NIOPosix
import Trellis

/// Feeds systemd's watchdog (`WatchdogSec=`, systemd.service(5)) as long as the daemon lives.
///
/// It lives while its event loops turn, which serve the control socket, and while tasks run in Swift's own pool, as
/// this one does. A plugin that hangs on its own is no reason to end all others.
struct Watchdog: Sendable {
    /// How often systemd wants to hear of the daemon, at the latest.
    let interval: Duration

    /// What waits in between.
    let clock: WallClock

    /// Finds out whether the daemon lives; does not return where it doesn't.
    var probe: @Sendable () async -> Bool = { await Self.eventLoopsTurn() }

    /// Tells systemd.
    let feed: @Sendable () -> Void

    /// Feeds it every half interval, as sd_watchdog_enabled(3) recommends, until the task is cancelled.
    func run() async {
        repeat {
            if await probe() { feed() }
        } while (try? await clock.sleep(interval / 2)) != nil
    }

    /// Waits for a turn of each event loop.
    private static func eventLoopsTurn() async -> Bool {
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
            guard (try? await loop.submit {}.get()) != nil else { return false }
        }
        return true
    }
}
