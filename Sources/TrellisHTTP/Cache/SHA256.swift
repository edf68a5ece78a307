import CMessageDigest

/// The SHA-256 hash function (FIPS 180-4), computed by libmd.
public struct SHA256: Sendable {
    /// The number of bytes of a digest.
    public static let digestSize = Int(SHA256_DIGEST_LENGTH)

    private var context = SHA2_CTX()

    /// Creates the hash of an empty message.
    public init() {
        SHA256Init(&context)
    }

    /// Returns the digest of a message.
    ///
    /// - Parameter message: All bytes of the message.
    /// - Returns: The digest, ``digestSize`` bytes.
    public static func digest(of message: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(message)
        return hash.digest
    }

    /// Appends bytes to the message.
    ///
    /// - Parameter bytes: The next bytes of the message.
    public mutating func update(_ bytes: [UInt8]) {
        SHA256Update(&context, bytes, bytes.count)
    }

    /// The digest of all bytes that have been appended, ``digestSize`` bytes.
    public var digest: [UInt8] {
        // A copy is finalized, because finalizing overwrites the context and further bytes may follow.
        var context = context
        var digest = [UInt8](repeating: 0, count: Self.digestSize)
        SHA256Final(&digest, &context)
        return digest
    }
}
