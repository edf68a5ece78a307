import Etcd

/// The registration of this host, as far as it concerns other processes with its name.
struct Registration {
    /// Whether this process has registered the host.
    var isRegistered = false

    /// The process whose registration this one has replaced; nil for none, or one that has ended.
    var predecessor: Predecessor?

    /// A process whose registration was replaced.
    struct Predecessor: Sendable {
        /// Its lease.
        let lease: EtcdLeaseID

        /// The time at which the lease has ended if the process has.
        let end: ContinuousClock.Instant
    }
}
