extension VarlinkServer {
    /// Something that a host may want to log.
    public enum Event: Sendable {
        /// A connection has been accepted or adopted.
        case opened(ConnectionID, peer: PeerCredentials?)
        /// A connection has been closed.
        case closed(ConnectionID, reason: CloseReason)
        /// A connection is not served: it is closed, at the latest after ``Configuration/closingTime``.
        case refused(peer: PeerCredentials?, reason: ConnectionRefusal)
        /// A client sent what is no Varlink; its connection is being closed.
        case violated(ConnectionID, peer: PeerCredentials?, ProtocolViolation)
        /// A connection could not be accepted; the server goes on.
        ///
        /// The text is the system's reason.
        case acceptFailed(reason: String)
        /// A connection that was handed to the server could not be served, and has been closed; the server goes on.
        ///
        /// The text is the system's reason.
        case adoptionFailed(reason: String)
    }

    /// Why a connection was closed.
    public enum CloseReason: Hashable, Sendable {
        /// The client closed it.
        case client
        /// The client sent what is no Varlink.
        case violation
        /// The server shut down.
        case shutdown
        /// No call came for ``Configuration/idleTime``.
        case idle
        /// A message did not come whole within ``Configuration/unfinishedMessageTime``.
        case unfinishedMessage
        /// What the user's connections sent and the server had to keep was more than
        /// ``Configuration/maximumInputSizePerUser``; the limit in bytes.
        case tooMuchInput(limitPerUser: Int)
        /// Reading or writing failed; the text is the system's reason.
        case failure(String)
    }
}
