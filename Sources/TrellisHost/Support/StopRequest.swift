import Synchronization

/// The request to stop, and why.
///
/// The first one counts.
final class StopRequest: Sendable {
    /// Why the daemon stops.
    enum Reason: Sendable {
        /// Somebody wants it to: systemd, or a person at a terminal.
        case signal(name: String)

        /// It can't do without something that failed.
        case failure(HostFailure)
    }

    private let first = Mutex<Reason?>(nil)

    /// Opened by the first request.
    let latch = Latch()

    /// The first request, if there was one.
    var reason: Reason? { first.withLock(\.self) }

    /// Asks for a stop.
    func request(_ reason: Reason) {
        first.withLock { first in
            if first == nil { first = reason }
        }
        latch.open()
    }
}
