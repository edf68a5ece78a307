import CMessageDigest

/// The SHA-256 hash (FIPS 180-4) of a sequence of texts, or of bytes.
package struct Digest: Sendable {
    private var context = SHA2_CTX()

    /// Creates the hash of no text.
    package init() { SHA256Init(&context) }

    /// Appends a text, or the absence of a text.
    ///
    /// The length precedes the text, so that no two sequences have the same bytes.
    package mutating func append(_ text: String?) {
        let bytes = Array((text.map { "\($0.utf8.count):\($0)" } ?? "-").utf8)
        SHA256Update(&context, bytes, bytes.count)
    }

    /// Appends bytes, without their number.
    package mutating func append(bytes: [UInt8]) { SHA256Update(&context, bytes, bytes.count) }

    /// The first eight bytes of the hash in hexadecimal.
    package var prefix: String { String(text.prefix(16)) }

    /// The hash in hexadecimal.
    package var text: String {
        var context = context
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256Final(&digest, &context)
        let digits = Array("0123456789abcdef")
        return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
