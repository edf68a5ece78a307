/// A malformed message.
///
/// The connection is closed without a reply (UAPI.20, "Connection Lifecycle").
public enum ProtocolViolation: Error, Hashable, Sendable {
    /// The message is not JSON.
    case notJSON(JSONSyntaxError)
    /// The message is JSON, but not an object.
    case notAnObject
    /// The call lacks `method`, or its value is not a string.
    case noMethod
    /// A member has the wrong type, such as `"more": null`.
    case wrongMember(String)
    /// A member that Varlink does not define and that is not a vendor extension.
    case unknownMember(String)
    /// More than one of `oneway`, `more` and `upgrade` is true.
    case severalFlags
    /// An error reply with `continues`, or `continues` in the reply to a call without `more`.
    case unexpectedContinues
    /// A reply without a call.
    case unexpectedReply
    /// The message exceeds the limit, which is the associated value in bytes.
    case messageTooLarge(limit: Int)
}

extension ProtocolViolation: CustomStringConvertible {
    /// A sentence that describes the violation.
    public var description: String {
        switch self {
        case .notJSON(let error): "The message is not JSON. \(error)"
        case .notAnObject: "The message is not a JSON object."
        case .noMethod: "The call has no method."
        case .wrongMember(let name): "The member '\(name)' of the message has the wrong type."
        case .unknownMember(let name): "The message has the unknown member '\(name)'."
        case .severalFlags: "The call sets more than one of 'oneway', 'more' and 'upgrade'."
        case .unexpectedContinues: "The reply has the flag 'continues', but no reply may follow."
        case .unexpectedReply: "The reply does not belong to a call."
        case .messageTooLarge(let limit): "The message exceeds the limit of \(limit) bytes."
        }
    }
}
