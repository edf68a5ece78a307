import Glibc

/// A connection between two servers: the first has handed it over, and the second is to serve it.
///
/// ``VarlinkServer/handOver(gracePeriod:)`` returns such connections, and ``VarlinkServer/adopt(_:)`` serves them. In
/// between, they may be passed to another process: a Unix socket with SCM_RIGHTS, or systemd's file descriptor store,
/// passes the descriptor, and the other properties are passed beside it. The credentials of the client are not among them,
/// because the kernel keeps them with the socket (SO_PEERCRED in unix(7)).
///
/// The object owns the socket, and closes it when it is released, unless a server has adopted it.
public final class HandedOverConnection: Sendable {
    let socket: OwnedDescriptor

    /// The bytes that the first server received after the last message that it served: the beginning of a message.
    public let input: [UInt8]

    /// The names of the state that the first server kept (``CallContext/noteState(named:)``).
    public let lostState: Set<String>

    /// Takes ownership of a connection.
    ///
    /// - Parameters:
    ///   - descriptor: A connected Unix stream socket.
    ///   - input: The value of ``input``. Default: empty.
    ///   - lostState: The value of ``lostState``. Default: none.
    public init(adopting descriptor: CInt, input: [UInt8] = [], lostState: Set<String> = []) {
        socket = OwnedDescriptor(descriptor)
        self.input = input
        self.lostState = lostState
    }

    /// The descriptor, valid as long as this object exists; nil if a server has adopted it.
    public var descriptor: CInt? { socket.number }
}
