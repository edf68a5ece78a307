/// A lease: a time to live for the keys that are attached to it.
public struct EtcdLease: Sendable, Hashable {
    /// The identifier, for ``EtcdClient/put(_:_:lease:previous:)`` and the other operations.
    public var id: EtcdLeaseID

    /// The remaining time to live when etcd answered.
    ///
    /// It is never shorter than the time until the deletion of the keys: a new leader of the cluster starts it again.
    public var timeToLive: Duration

    /// The time at which the answered request was sent.
    ///
    /// A holder that must stop before another one can start counts ``timeToLive`` from this time, on its own clock.
    public var sent: ContinuousClock.Instant
}
