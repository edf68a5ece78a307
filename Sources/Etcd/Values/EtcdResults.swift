/// The parts of the keys that a range returns.
public enum EtcdRangeContent: Sendable, Hashable {
    /// Keys and values.
    case keysAndValues

    /// Keys with empty values.
    case keys

    /// Only the number of keys.
    case count
}

/// The keys of a range.
public struct EtcdRangeResult: Sendable, Hashable {
    /// The revision of the store when the keys were read.
    public var revision: Int64

    /// The keys in ascending order, at most as many as requested.
    public var keyValues: [EtcdKeyValue]

    /// The number of keys in the range, including those beyond the limit.
    public var count: Int

    /// Whether there are keys beyond the limit.
    public var more: Bool
}

/// The result of setting a key.
public struct EtcdPutResult: Sendable, Hashable {
    /// The revision of the change.
    public var revision: Int64

    /// The key as it was before, if requested and if it existed.
    public var previous: EtcdKeyValue?
}

/// The result of deleting keys.
public struct EtcdDeleteResult: Sendable, Hashable {
    /// The revision of the store after the deletion; the revision of the change, if there was at least one key.
    public var revision: Int64

    /// The number of deleted keys.
    public var count: Int

    /// The keys as they were, if requested.
    public var previous: [EtcdKeyValue]
}

/// The result of a transaction.
public struct EtcdTransactionResult: Sendable, Hashable {
    /// The revision of the store after the transaction; the revision of all its changes, if it made one.
    public var revision: Int64

    /// Whether all comparisons held, so that the operations for success were executed.
    public var succeeded: Bool

    /// The result of each executed operation, in order.
    public var results: [EtcdOperationResult]
}
