/// A checksum that detects damage of cached answers: FNV-1a with 64 bits.
///
/// It is no protection against intent: whoever can write to the cache can write the checksum as well.
public struct Checksum: Sendable, Hashable {
    /// The checksum of the bytes so far.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the checksum of no bytes.
    public init() {}

    /// Creates the checksum of some bytes.
    ///
    /// - Parameter bytes: The bytes.
    public init(of bytes: [UInt8]) { add(bytes) }

    /// Adds bytes.
    ///
    /// - Parameter bytes: The bytes that follow those so far.
    public mutating func add(_ bytes: [UInt8]) {
        var value = value
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        self.value = value
    }
}
