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
    private let announce: @Sendable () -> Void

    /// Opened by the first request.
    let latch = Latch()

    /// The first request, if there was one.
    var reason: Reason? { first.withLock(\.self) }

    /// Creates a request that nobody has made yet.
    /// - Parameter announce: Told of the first request, once, before the latch opens.
    init(announcing announce: @escaping @Sendable () -> Void = {}) {
        self.announce = announce
    }

    /// Asks for a stop.
    func request(_ reason: Reason) {
        let isFirst = first.withLock { first in
            guard first == nil else { return false }
            first = reason
            return true
        }
        guard isFirst else { return }
        announce()
        latch.open()
    }
}
