import Foundation
import Trellis

/// A time as of which a host's copy has every change.
///
/// The wall clock of a host may be ahead, and be set back. The clock that counts since boot shows the age of the copy then.
struct CompleteTime: Sendable, Hashable {
    /// The time by the wall clock of the host.
    var time: Date

    /// The time since the machine was booted.
    var uptime: Duration

    /// Creates a time.
    ///
    /// - Parameters:
    ///   - time: The time by the wall clock of the host.
    ///   - uptime: The time since the machine was booted.
    init(time: Date, uptime: Duration) {
        (self.time, self.uptime) = (time, uptime)
    }

    /// The present time.
    init(by clock: WallClock) { self.init(time: clock.now(), uptime: clock.uptime()) }

    /// The time since the machine was booted in whole milliseconds, rounded down, so that the copy never counts as newer.
    ///
    /// The file of the copy can contain any integer, and the nearest `Double` can be beyond the range.
    var uptimeMilliseconds: Int { Int(exactly: (uptime / .milliseconds(1)).rounded(.down)) ?? .max }

    /// Returns the time by the wall clock as it is set now.
    ///
    /// - Parameter clock: The clock of the host.
    /// - Returns: The earlier one of the times by both clocks; 1970-01-01T00:00:00Z if the wall clock was ahead when the
    ///   machine was booted again, so that the age of the copy is unknown.
    func date(by clock: WallClock) -> Date {
        let (now, uptime) = (clock.now(), clock.uptime())
        let age = uptime - self.uptime
        guard age < .zero else { return min(time, now - age / .seconds(1)) }
        return time <= now - uptime / .seconds(1) ? time : Date(timeIntervalSince1970: 0)
    }
}
