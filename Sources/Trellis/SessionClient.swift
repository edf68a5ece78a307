public import Varlink

/// The client of a session.
///
/// A session is a scope for one connection. It is opened by the connection's first call to an interface of the session,
/// and closed when the connection ends. A plugin that keeps state per client declares a session:
///
/// ```swift
/// blueprint.session(SessionClient.self) { session in
///     session.provide(MoviesCoordinator.init(client:catalogue:))
///     session.serve(MoviesInterface.init(coordinator:))
/// }
/// ```
///
/// The bindings of the session can depend on the client. If no binding depends on the client, declare the session
/// without the type: `blueprint.session { … }`.
public struct SessionClient: Sendable, Hashable {
    /// The credentials of the peer; nil for a caller in the same process, or if the kernel does not provide them.
    public var peer: PeerCredentials?

    /// Creates the client of a session.
    /// - Parameter peer: The credentials of the peer; nil when they are unknown.
    public init(peer: PeerCredentials?) {
        self.peer = peer
    }
}
