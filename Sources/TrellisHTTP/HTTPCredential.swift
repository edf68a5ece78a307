/// The credential of a request.
///
/// Its description, debug description and mirror are `(redacted)`, so that printing or logging a request does not reveal
/// it. It is added to the URL or the headers when the request is sent.
public enum HTTPCredential: Sendable, Hashable {
    /// A token in the `Authorization` header (RFC 6750, 2.1).
    case bearer(String)

    /// A parameter in the query of the URL.
    case parameter(name: String, value: String)
}

extension HTTPCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `(redacted)`.
    public var description: String { "(redacted)" }

    /// `(redacted)`.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump(_:)` does not reveal the credential.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
