public import Varlink

/// Whom a session is for.
///
/// A session is a scope for one connection: it is opened with the connection's first call to an interface that the
/// session serves, and closed when the connection has ended. A plugin whose commands remember who is asking declares
/// one:
///
/// ```swift
/// blueprint.session(SessionClient.self) { session in
///     session.provide(MoviesCoordinator.init(client:catalogue:))
///     session.serve(MoviesInterface.init(coordinator:))
/// }
/// ```
///
/// A binding of the session takes it by its type. A session that has no use for it is declared without:
/// `blueprint.session { … }`.
public struct SessionClient: Sendable, Hashable {
    /// Who is on the other side; nil for a caller in the process, and where the kernel does not tell.
    public var peer: PeerCredentials?

    /// Creates the client of a session.
    /// - Parameter peer: Who is on the other side.
    public init(peer: PeerCredentials?) {
        self.peer = peer
    }
}
