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

extension HTTPCredential {
    /// Returns whether bytes have the form of a bearer token: letters, digits and `-._~+/`, then any number of `=` (RFC 6750,
    /// 2.1).
    ///
    /// Keys that services issue have this form, in contrast to text with quotes, or with a name and `=` in front.
    public static func isBearerToken(_ bytes: some Sequence<UInt8>) -> Bool {
        let bytes = Array(bytes)
        let end = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
        return end > 0 && bytes[end...].allSatisfy { $0 == UInt8(ascii: "=") }
            && bytes[..<end].allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-._~+/".utf8.contains(byte)
                }
            }
    }
}

extension HTTPCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The placeholder `(redacted)`.
    public var description: String { "(redacted)" }

    /// The placeholder `(redacted)`.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump(_:)` does not reveal the credential.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
