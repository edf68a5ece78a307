import Etcd
import Synchronization
import Trellis

/// A lease of this host, with the time until which the host may act as its holder.
///
/// The time is that of the host's own clock, which includes the time for which the machine was suspended. It ends before etcd can
/// delete the keys of the lease, so that plugins can close in between: etcd counts the time to live from the arrival of a request,
/// the host counts two thirds of it from the time at which the request was sent.
final class HeldLease: Sendable {
    /// The identifier.
    let id: EtcdLeaseID

    private let timeToLive: Duration
    private let renewed: Mutex<ContinuousClock.Instant>
    private let ended = ChangeSignal()

    /// Signals every renewal.
    let renewals = ChangeSignal()
    private let hasEnded = Atomic(false)

    /// Creates a lease that was just granted.
    init(_ lease: EtcdLease, of timeToLive: Duration) {
        id = lease.id
        self.timeToLive = timeToLive
        renewed = Mutex(lease.sent)
    }

    /// The time of the next renewal.
    var renewal: ContinuousClock.Instant { renewed.withLock { $0 } + timeToLive / 3 }

    /// The time for which the host acts as the holder after a confirmation.
    var safeTime: Duration { timeToLive * 2 / 3 }

    /// The time at which the host stops acting as the holder, if the lease is not renewed before.
    var end: ContinuousClock.Instant { renewed.withLock { $0 } + safeTime }

    /// Whether the host may act as the holder.
    var isHeld: Bool { !hasEnded.load(ordering: .acquiring) && .now < end }

    /// Notes a renewal.
    func renew(_ lease: EtcdLease) {
        renewed.withLock { $0 = max($0, lease.sent) }
        renewals.signal()
    }

    /// Notes the end.
    func markEnded() {
        hasEnded.store(true, ordering: .releasing)
        ended.signal()
    }

    /// Waits until the lease has ended, or the task is cancelled.
    func waitForEnd() async {
        for await _ in ended.changes(isInitiallySignaled: true) where hasEnded.load(ordering: .acquiring) { return }
    }
}
