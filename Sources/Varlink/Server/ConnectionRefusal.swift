/// The reason for refusing a connection.
///
/// For the first two reasons, the reply to the first call of the connection is the error that the router maps the
/// reason to.
public enum ConnectionRefusal: Error, Hashable, Sendable {
    /// The number of connections has reached the limit, which is the associated value.
    case tooManyConnections(limit: Int)
    /// The number of connections of this user has reached the limit, which is the associated value.
    case tooManyConnectionsOfUser(limit: Int)
    /// The kernel does not report the credentials of the peer.
    case unknownPeer
    /// The server is shutting down.
    case shutdown
}
