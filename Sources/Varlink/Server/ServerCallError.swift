/// What keeps an interface from answering a call.
public enum ServerCallError: Error, Hashable, Sendable {
    /// The client has closed the connection: nobody reads replies any more.
    ///
    /// A method that throws it on is taken for cancelled.
    case clientGone
    /// The client has read nothing for ``VarlinkServer/Configuration/unreadReplyTime``, while a reply waited: its
    /// stream is ended.
    ///
    /// The router's error mapper makes the last word of it, when the method throws it on.
    case clientStuck
    /// The call has been answered already.
    case alreadyAnswered
    /// ``VarlinkInterface/handle(_:)`` has returned: the call is over.
    case ended
    /// ``VarlinkInterface/handle(_:)`` returned without an answer.
    ///
    /// The router's error mapper sees it.
    case noReply(method: String)
}

extension ServerCallError: CustomStringConvertible {
    /// One sentence that says what is wrong.
    public var description: String {
        switch self {
        case .clientGone: "The client has closed the connection."
        case .clientStuck: "The client has read nothing for too long, so its stream is ended."
        case .alreadyAnswered: "The call has been answered already; a call has one final reply."
        case .ended: "The call has ended; replies are sent before its handler returns."
        case .noReply(let method): "The handler of \(method) returned without a reply; each call needs one."
        }
    }
}
