/// An event of a server that a host may log.
public enum VarlinkServerEvent: Sendable {
    /// A connection was accepted or adopted.
    case opened(ConnectionID, peer: PeerCredentials?)
    /// A connection was closed.
    case closed(ConnectionID, reason: ConnectionCloseReason)
    /// A connection was refused.
    ///
    /// The connection is closed after ``VarlinkServerConfiguration/closeTimeout`` at the latest.
    case refused(peer: PeerCredentials?, reason: ConnectionRefusal)
    /// A client sent a malformed message.
    ///
    /// The connection is being closed.
    case protocolViolation(ConnectionID, peer: PeerCredentials?, ProtocolViolation)
    /// A connection could not be accepted.
    ///
    /// The server continues.
    ///
    /// The associated value is the text of the system's error.
    case acceptFailed(reason: String)
    /// An adopted connection could not be served, and was closed.
    ///
    /// The server continues.
    ///
    /// The associated value is the text of the system's error.
    case adoptionFailed(reason: String)
}

/// The reason for closing a connection.
public enum ConnectionCloseReason: Hashable, Sendable {
    /// The client closed the connection.
    case client
    /// The client sent a malformed message.
    case protocolViolation
    /// The server shut down.
    case shutdown
    /// The server handed the connection over, which remains open (``VarlinkServer/handOver(gracePeriod:)``).
    case handedOver
    /// No call arrived for ``VarlinkServerConfiguration/idleTimeout``.
    case idle
    /// A message was not complete within ``VarlinkServerConfiguration/messageTimeout``.
    case messageTimeout
    /// The input retained for the user's connections exceeded
    /// ``VarlinkServerConfiguration/maximumInputSizePerUser``, which is the associated value in bytes.
    case tooMuchInput(limitPerUser: Int)
    /// Reading or writing failed.
    ///
    /// The associated value is the text of the system's error.
    case failure(String)
}
