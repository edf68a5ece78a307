/// A condition of a transaction, about one key or a range of keys.
///
/// The condition about a range holds if it holds for every key in it. All revisions and the version of a missing key are 0.
public struct EtcdComparison: Sendable, Hashable {
    /// The required relation of the actual to the given number or value.
    public enum Relation: Sendable, Hashable {
        /// The actual one is equal to the given one.
        case equal

        /// The actual one is not equal to the given one.
        case notEqual

        /// The actual one is greater than the given one.
        case greater

        /// The actual one is less than the given one.
        case less
    }

    enum Operand: Hashable {
        case createRevision(Int64)
        case modRevision(Int64)
        case version(Int64)
        case value(EtcdBytes)
        case lease(Int64)
    }

    let keys: EtcdKeyRange
    let relation: Relation
    let operand: Operand

    /// Compares the revision that created the key.
    public static func createRevision(of keys: EtcdKeyRange, _ relation: Relation, _ revision: Int64) -> Self {
        Self(keys: keys, relation: relation, operand: .createRevision(revision))
    }

    /// Compares the revision of the last change of the key.
    public static func modRevision(of keys: EtcdKeyRange, _ relation: Relation, _ revision: Int64) -> Self {
        Self(keys: keys, relation: relation, operand: .modRevision(revision))
    }

    /// Compares the number of changes since the key was created.
    public static func version(of keys: EtcdKeyRange, _ relation: Relation, _ version: Int64) -> Self {
        Self(keys: keys, relation: relation, operand: .version(version))
    }

    /// Compares the value of the key.
    ///
    /// No value is equal to that of a missing key.
    public static func value(of keys: EtcdKeyRange, _ relation: Relation, _ value: EtcdBytes) -> Self {
        Self(keys: keys, relation: relation, operand: .value(value))
    }

    /// Compares the lease that the key is attached to; nil stands for no lease.
    public static func lease(of keys: EtcdKeyRange, _ relation: Relation, _ lease: EtcdLeaseID?) -> Self {
        Self(keys: keys, relation: relation, operand: .lease(lease?.rawValue ?? 0))
    }

    /// The key does not exist.
    public static func absent(_ key: EtcdBytes) -> Self { .createRevision(of: .key(key), .equal, 0) }

    /// The key exists.
    public static func present(_ key: EtcdBytes) -> Self { .createRevision(of: .key(key), .greater, 0) }

    /// The last change of the key has the revision `revision`.
    public static func unchanged(_ key: EtcdBytes, since revision: Int64) -> Self {
        .modRevision(of: .key(key), .equal, revision)
    }
}
