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
    /// The parameters have been read already.
    case parametersRead
    /// The parameters take more memory than the server may keep for the user of the connection
    /// (``VarlinkServer/Configuration/maximumInputSizePerUser``), which is the associated value in bytes.
    ///
    /// The router's error mapper makes the reply of it, when the method throws it on.
    case tooMuchInput(limitPerUser: Int)
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
        case .parametersRead: "The parameters of the call have been read already; they are released then."
        case .tooMuchInput(let limit):
            "The parameters take too much memory: the calls of one user may take \(limit) bytes in all. Send less in one "
                + "call, or wait for the others."
        case .alreadyAnswered: "The call has been answered already; a call has one final reply."
        case .ended: "The call has ended; replies are sent before its handler returns."
        case .noReply(let method): "The handler of \(method) returned without a reply; each call needs one."
        }
    }
}
