import Synchronization

/// The request to stop the daemon.
///
/// Later requests have no effect.
final class StopRequest: Sendable {
    /// The reason for a stop.
    enum Reason: Sendable {
        /// systemd or a user sent a signal.
        case signal(name: String)

        /// A required plugin or another part of the daemon failed.
        case failure(HostFailure)
    }

    private let first = Mutex<Reason?>(nil)
    private let announce: @Sendable () -> Void

    /// Signaled by the first request.
    let event = OneShotEvent()

    /// The reason of the first request, if any.
    var reason: Reason? { first.withLock(\.self) }

    /// Creates a value without a request.
    /// - Parameter announce: Called once, for the first request, before ``event`` is signaled.
    init(announcing announce: @escaping @Sendable () -> Void = {}) {
        self.announce = announce
    }

    /// Requests a stop.
    func request(_ reason: Reason) {
        let isFirst = first.withLock { first in
            guard first == nil else { return false }
            first = reason
            return true
        }
        guard isFirst else { return }
        announce()
        event.signal()
    }
}
