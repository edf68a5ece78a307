import Glibc

/// A connection that one server has handed over, and that another server is to serve.
///
/// ``VarlinkServer/handOver(gracePeriod:)`` returns such connections, and ``VarlinkServer/adopt(_:)`` serves them. In
/// between, the connections may be passed to another process. A Unix socket with SCM_RIGHTS, or systemd's file
/// descriptor store, passes the descriptor; the other properties must be passed separately. The credentials of the
/// client need not be passed, because the kernel keeps them with the socket (SO_PEERCRED in unix(7)).
///
/// The object owns the socket, and closes it when the object is released, unless a server has adopted it.
public final class HandedOverConnection: Sendable {
    let socket: OwnedDescriptor

    /// The bytes that the first server received after the last served message: the beginning of a message.
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
