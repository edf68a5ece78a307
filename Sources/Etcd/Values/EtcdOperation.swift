/// An operation of a transaction.
public enum EtcdOperation: Sendable, Hashable {
    /// Reads keys, as ``EtcdClient/range(_:limit:revision:content:serializable:)`` does.
    ///
    /// The newest revision is read. With an older one in a transaction that writes, members of etcd before 3.7 can diverge.
    case range(EtcdKeyRange, limit: Int = 0, content: EtcdRangeContent = .keysAndValues)

    /// Sets a key. A key may be set once in a transaction, or once in each branch of a nested one.
    case put(EtcdBytes, EtcdBytes, lease: EtcdLeaseID? = nil, previous: Bool = false)

    /// Deletes keys.
    case delete(EtcdKeyRange, previous: Bool = false)

    /// A nested transaction, whose comparisons see the operations before it.
    indirect case transaction(
        compare: [EtcdComparison], success: [EtcdOperation], failure: [EtcdOperation] = [])

    /// Reads one key.
    public static func get(_ key: EtcdBytes) -> Self { .range(.key(key)) }
}
