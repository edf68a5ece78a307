/// An error that occurs while a call is served.
public enum ServerCallError: Error, Hashable, Sendable {
    /// The client has closed the connection, so that replies cannot be sent.
    ///
    /// A method that rethrows the error counts as cancelled.
    case connectionClosed
    /// The client has read nothing for ``VarlinkServerConfiguration/unreadReplyTimeout`` while a reply waited.
    ///
    /// The stream ends.
    ///
    /// The router's error mapper creates the final reply when the method rethrows the error.
    case unreadReplyTimeout
    /// The parameters have already been read.
    case parametersAlreadyRead
    /// The memory of the parameters exceeds the server's limit for the user of the connection
    /// (``VarlinkServerConfiguration/maximumInputSizePerUser``), which is the associated value in bytes.
    ///
    /// The router's error mapper creates the reply when the method rethrows the error.
    case tooMuchInput(limitPerUser: Int)
    /// The call already has a final reply.
    case alreadyReplied
    /// The call has ended: ``VarlinkInterface/handle(_:)`` has returned.
    case ended
    /// ``VarlinkInterface/handle(_:)`` returned without a final reply.
    ///
    /// Only the router's error mapper receives this error.
    case noReply(method: String)
}

extension ServerCallError: CustomStringConvertible {
    /// A sentence that describes the error.
    public var description: String {
        switch self {
        case .connectionClosed: "The client has closed the connection."
        case .unreadReplyTimeout: "The stream timed out because the client did not read its replies."
        case .parametersAlreadyRead: "The parameters of the call have already been read and released."
        case .tooMuchInput(let limit):
            "The parameters exceed the memory limit: the calls of one user may take \(limit) bytes in total. Send less in "
                + "one call, or wait until other calls have ended."
        case .alreadyReplied: "The call already has its final reply."
        case .ended: "The call has ended; replies must be sent before its handler returns."
        case .noReply(let method): "The handler of \(method) returned without a reply."
        }
    }
}
