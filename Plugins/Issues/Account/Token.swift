import TrellisHTTP

/// An OAuth token or a personal access token.
///
/// The description, the debug description and the mirror do not contain the secret, so that a printed or logged token
/// does not reveal it. Only ``credential`` and ``line`` contain the secret.
struct Token: Sendable, Hashable {
    private let secret: String

    /// The maximum length of a token in bytes.
    ///
    /// The tokens of GitHub have fewer than 256 bytes (docs.github.com, "About authentication to GitHub",
    /// "GitHub's token formats").
    static let maximumLength = 1_024

    /// Creates a token from a string without its leading and trailing whitespace.
    ///
    /// - Parameter text: The token in the characters of RFC 6750, 2.1. The initializer returns nil when the string is
    ///   empty, longer than ``maximumLength``, or contains other characters, such as quotes or the `=` of `NAME=TOKEN`.
    init?(_ text: String) {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        let bytes = text.utf8.drop { blanks.contains($0) }
        guard let last = bytes.lastIndex(where: { !blanks.contains($0) }) else { return nil }
        let secret = bytes[...last]
        guard secret.count <= Self.maximumLength, HTTPCredential.isBearerToken(secret) else { return nil }
        self.secret = String(decoding: secret, as: UTF8.self)
    }

    /// The credential for requests (docs.github.com, "Authenticating to the REST API").
    var credential: HTTPCredential { .bearer(secret) }

    /// The line in the file of ``TokenStore``.
    var line: String { "\(secret)\n" }

    /// A name that identifies this token without revealing it.
    var fingerprint: String { SHA256.digest(of: Array(secret.utf8)).prefix(16).hexadecimal }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The placeholder `(redacted)`.
    var description: String { "(redacted)" }

    /// The placeholder `(redacted)`.
    var debugDescription: String { description }

    /// A mirror without children, so that `dump(_:)` does not reveal the token.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
