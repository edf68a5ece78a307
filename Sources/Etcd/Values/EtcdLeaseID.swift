/// The identifier of a lease.
public struct EtcdLeaseID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    /// The identifier; positive.
    public var rawValue: Int64

    /// Creates an identifier from a positive number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// A random identifier.
    public static func random() -> Self { Self(rawValue: .random(in: 1...Int64.max)) }

    /// The identifier in hexadecimal digits, as `etcdctl` prints it.
    public var description: String { String(rawValue, radix: 16) }
}
