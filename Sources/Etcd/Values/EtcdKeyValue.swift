/// A key with its value, as it is at one revision.
public struct EtcdKeyValue: Sendable, Hashable {
    /// The key.
    public var key: EtcdBytes

    /// The value; empty if only keys were requested, and in the event of a deletion.
    public var value: EtcdBytes

    /// The revision of the change that created the key; 0 in the event of a deletion.
    public var createRevision: Int64

    /// The revision of the last change of the key.
    public var modRevision: Int64

    /// The number of changes since the key was created, 1 for a new key; 0 in the event of a deletion.
    public var version: Int64

    /// The lease that the key is attached to, if any.
    public var lease: EtcdLeaseID?
}
