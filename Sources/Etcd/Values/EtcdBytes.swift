/// A key or a value: any sequence of bytes, often UTF-8.
///
/// Keys are ordered by their bytes, as in etcd.
public struct EtcdBytes: Sendable, Hashable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes.
    public var bytes: [UInt8]

    /// Creates a key or a value from bytes.
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Creates a key or a value from the UTF-8 of a string.
    public init(_ string: String) { bytes = Array(string.utf8) }

    /// Creates a key or a value from the UTF-8 of a literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The bytes as a string; nil if they are not valid UTF-8.
    public var string: String? { String(validating: bytes, as: UTF8.self) }

    /// The bytes as a string, in which the replacement character stands for invalid UTF-8.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Compares the bytes, as etcd orders its keys.
    public static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
