/// A message that is no Varlink message.
///
/// There is no reply to it: the connection is closed (UAPI.20, "Connection Lifecycle").
public enum ProtocolViolation: Error, Hashable, Sendable {
    /// The message is not JSON.
    case notJSON(JSONSyntaxError)
    /// The message is JSON, but not an object.
    case notAnObject
    /// A call without `method`, or with one that is no string.
    case noMethod
    /// A member that has the wrong type, such as `"more": null`.
    case wrongMember(String)
    /// A member that Varlink does not have, and that is no vendor's object.
    case unknownMember(String)
    /// More than one of `oneway`, `more` and `upgrade` is true.
    case severalFlags
    /// An error reply with `continues`, or `continues` in the reply to a call without `more`.
    case unexpectedContinues
    /// A reply that answers no call.
    case unexpectedReply
    /// A message longer than the limit, which is the associated value in bytes.
    case messageTooLarge(limit: Int)
}

extension ProtocolViolation: CustomStringConvertible {
    /// What is wrong, in one sentence.
    public var description: String {
        switch self {
        case .notJSON(let error): "The message is not JSON. \(error)"
        case .notAnObject: "The message is not a JSON object."
        case .noMethod: "The call has no method."
        case .wrongMember(let name): "The member '\(name)' of the message has the wrong type."
        case .unknownMember(let name): "The message has the member '\(name)', which Varlink does not have."
        case .severalFlags: "The call sets more than one of 'oneway', 'more' and 'upgrade'."
        case .unexpectedContinues: "The reply says 'continues' where no reply may follow."
        case .unexpectedReply: "The reply answers no call."
        case .messageTooLarge(let limit): "The message is longer than \(limit) bytes, which is the limit here."
        }
    }
}
