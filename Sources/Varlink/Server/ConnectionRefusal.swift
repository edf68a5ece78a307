/// The reason for which a server does not serve a connection.
///
/// What the router's error mapper makes of one of the first two is the reply to the first call of the connection.
public enum ConnectionRefusal: Error, Hashable, Sendable {
    /// There are as many connections as may be; the limit.
    case tooManyConnections(limit: Int)
    /// There are as many connections of this user as may be; the limit.
    case tooManyConnectionsOfUser(limit: Int)
    /// The kernel does not tell who is at the other end.
    case unknownPeer
    /// The server is shutting down.
    case shutdown
}
