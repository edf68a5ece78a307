/// The result of an operation of a transaction.
public enum EtcdOperationResult: Sendable, Hashable {
    /// The keys that were read.
    case range(EtcdRangeResult)

    /// The key as it was before it was set, if requested and if it existed.
    case put(previous: EtcdKeyValue?)

    /// The number of deleted keys, and the keys as they were, if requested.
    case delete(count: Int, previous: [EtcdKeyValue])

    /// The result of a nested transaction.
    indirect case transaction(succeeded: Bool, results: [EtcdOperationResult])
}
