/// A failure of the store of the summaries.
public enum SummaryStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// etcd did not respond, or rejected the request, with the remedy. An appended summary may exist or appear later.
    case unavailable(reason: String)

    /// The value of a key in etcd is not a summary.
    case damaged(key: String)

    /// Another host writes the summaries, or a summary with the number exists.
    case superseded(number: Int)

    /// The reason and the remedy, without the final full stop.
    public var description: String {
        switch self {
        case .unavailable(let reason): reason
        case .damaged(let key):
            "the value of the key \(key) in etcd is not a summary. Delete it: etcdctl del \(key)"
        case .superseded(let number):
            "summary \(number) was not written, because another host writes the summaries now, or the summary exists"
        }
    }
}
