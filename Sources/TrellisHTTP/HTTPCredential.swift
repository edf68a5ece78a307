/// The credential of a request.
///
/// The credential is added to the URL or the headers when the request is sent. Its description, debug description and
/// mirror do not contain it, so that a printed or logged request does not reveal the credential.
public enum HTTPCredential: Sendable, Hashable {
    /// A token in the `Authorization` header (RFC 6750, 2.1).
    case bearer(String)

    /// A parameter in the query of the URL.
    case parameter(name: String, value: String)
}

extension HTTPCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The placeholder `(redacted)`.
    public var description: String { "(redacted)" }

    /// The placeholder `(redacted)`.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump(_:)` does not reveal the credential.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
