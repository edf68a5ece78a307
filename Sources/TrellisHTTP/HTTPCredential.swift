/// What a server knows a client by.
///
/// It does not show itself: what is printed, interpolated, dumped or logged of it is `(redacted)`. It becomes a part of
/// the request when that is sent, and not before.
public enum HTTPCredential: Sendable, Hashable {
    /// A token in the header `Authorization` (RFC 6750, 2.1).
    case bearer(String)

    /// A parameter in the query of the URL.
    case parameter(name: String, value: String)
}

extension HTTPCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `(redacted)`.
    public var description: String { "(redacted)" }

    /// `(redacted)`.
    public var debugDescription: String { description }

    /// A mirror without children, so that dump(_:) shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
