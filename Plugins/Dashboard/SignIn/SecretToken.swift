import TrellisHTTP

/// A secret that a browser presents: 256 random bits.
struct SecretToken: Sendable {
    /// The hash of a token.
    ///
    /// Tokens are looked up by their hashes. The time of a lookup therefore discloses nothing about the tokens.
    struct Digest: Hashable, Sendable {
        private let bytes: [UInt8]

        /// Hashes the text that a browser presents.
        init(of text: some StringProtocol) { bytes = SHA256.digest(of: Array(text.utf8)) }
    }

    /// The token in hexadecimal: 64 digits.
    let text: String

    /// The hash of the token.
    var digest: Digest { Digest(of: text) }

    /// Creates a token from the random numbers of the operating system, getrandom(2).
    init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
