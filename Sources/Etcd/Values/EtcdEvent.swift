/// A change of a key.
public struct EtcdEvent: Sendable, Hashable {
    /// The kind of a change.
    public enum Kind: Sendable, Hashable {
        /// The key was created or changed.
        case put

        /// The key was deleted, or its lease has ended.
        case delete
    }

    /// The kind of the change.
    public var kind: Kind

    /// The key after the change.
    ///
    /// Of a deleted key, only ``EtcdKeyValue/key`` and ``EtcdKeyValue/modRevision`` are set.
    public var keyValue: EtcdKeyValue

    /// The key before the change, if requested; nil if it did not exist, or if this revision has been compacted.
    public var previous: EtcdKeyValue?

    /// The key.
    public var key: EtcdBytes { keyValue.key }

    /// The revision of the change, which is the same for all changes of a transaction.
    public var revision: Int64 { keyValue.modRevision }
}
