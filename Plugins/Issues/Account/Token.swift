import TrellisHTTP

/// What signs requests in: an OAuth token, or a personal access token.
///
/// It does not show itself: what is printed, interpolated, dumped or logged of it is `(redacted)`. The secret leaves
/// this type at two places, the credential of a request and the file of ``TokenStore``.
struct Token: Sendable, Hashable {
    private let secret: String

    /// The longest token, in bytes.
    ///
    /// GitHub's are shorter than 256 (docs.github.com, "About authentication to GitHub",
    /// "GitHub's token formats").
    static let maximumLength = 1_024

    /// Takes a token from a text, without the white space around it.
    ///
    /// - Parameter text: The text; nil is returned when what is in it can't stand in a header: it is empty, longer than
    ///   ``maximumLength``, or has something else than visible ASCII in it.
    init?(_ text: String) {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        let bytes = text.utf8.drop { blanks.contains($0) }
        guard let last = bytes.lastIndex(where: { !blanks.contains($0) }) else { return nil }
        let secret = bytes[...last]
        guard secret.count <= Self.maximumLength, secret.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.secret = String(decoding: secret, as: UTF8.self)
    }

    /// What GitHub knows the account by (docs.github.com, "Authenticating to the REST API").
    var credential: HTTPCredential { .bearer(secret) }

    /// The line of the plugin's own file that has it.
    var line: String { "\(secret)\n" }

    /// A name that tells this token from others, and from which nobody learns the token.
    var fingerprint: String { SHA256.digest(of: Array(secret.utf8)).prefix(16).hexadecimal }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `(redacted)`.
    var description: String { "(redacted)" }

    /// `(redacted)`.
    var debugDescription: String { description }

    /// A mirror without children, so that dump(_:) shows nothing either.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
