/// A set of adjacent keys.
public struct EtcdKeyRange: Sendable, Hashable {
    /// The first key.
    let key: EtcdBytes

    /// The key after the last one in the encoding of etcd: empty for a single key, a zero byte for all keys from ``key`` on.
    let end: EtcdBytes

    private init(key: EtcdBytes, end: EtcdBytes) {
        self.key = key
        self.end = end
    }

    /// A single key.
    public static func key(_ key: EtcdBytes) -> Self { Self(key: key, end: EtcdBytes([])) }

    /// All keys that begin with `prefix`; every key if it is empty.
    public static func prefix(_ prefix: EtcdBytes) -> Self {
        guard let last = prefix.bytes.lastIndex(where: { $0 < UInt8.max }) else { return .from(prefix) }
        var end = Array(prefix.bytes[...last])
        end[last] += 1
        return Self(key: prefix, end: EtcdBytes(end))
    }

    /// The keys from `first` up to, but not including `end`, which must be greater than `first`.
    public static func range(from first: EtcdBytes, upTo end: EtcdBytes) -> Self { Self(key: first, end: end) }

    /// `first` and all greater keys.
    public static func from(_ first: EtcdBytes) -> Self {
        // etcd rejects an empty key. The zero byte is the least key of all.
        Self(key: first.bytes.isEmpty ? EtcdBytes([0]) : first, end: EtcdBytes([0]))
    }

    /// Every key.
    public static let all = Self.from(EtcdBytes([]))
}
