public import Varlink

/// The client of a session.
///
/// A session is a scope for one connection. It is opened by the connection's first call to an interface of the session,
/// and closed when the connection ends. A plugin whose commands keep state per client declares one:
///
/// ```swift
/// blueprint.session(SessionClient.self) { session in
///     session.provide(MoviesCoordinator.init(client:catalogue:))
///     session.serve(MoviesInterface.init(coordinator:))
/// }
/// ```
///
/// The bindings of the session can depend on the client. A session that does not need it is declared without the type:
/// `blueprint.session { … }`.
public struct SessionClient: Sendable, Hashable {
    /// The credentials of the peer; nil for a caller in the same process, or if the kernel does not provide them.
    public var peer: PeerCredentials?

    /// Creates the client of a session.
    /// - Parameter peer: The credentials of the peer.
    public init(peer: PeerCredentials?) {
        self.peer = peer
    }
}
