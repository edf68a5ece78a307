/// The reason for refusing a connection.
///
/// For the first two reasons, the first call of the connection receives a reply: the error to which the router maps the
/// reason.
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
