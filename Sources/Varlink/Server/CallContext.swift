/// What a call brings with it beside its parameters.
public struct CallContext: Sendable {
    /// Who is calling; nil for a call from this process.
    public let peer: PeerCredentials?

    /// The connection, so that an interface can remember who asked for what.
    public let connection: ConnectionID

    /// How the caller wants to be answered.
    public let mode: CallMessage.Mode

    private let inspection: PeerInspection?
    private let end: ConnectionEnd?

    /// Whether the caller takes several replies.
    public var more: Bool { mode == .more }

    /// Whether the caller takes no reply.
    public var oneway: Bool { mode == .oneway }

    /// Makes a context of a connection that never ends.
    public init(peer: PeerCredentials?, connection: ConnectionID, mode: CallMessage.Mode) {
        self.init(peer: peer, connection: connection, mode: mode, inspection: nil, end: nil)
    }

    init(
        peer: PeerCredentials?, connection: ConnectionID, mode: CallMessage.Mode, inspection: PeerInspection?,
        end: ConnectionEnd?
    ) {
        self.peer = peer
        self.connection = connection
        self.mode = mode
        self.inspection = inspection
        self.end = end
    }

    /// Has something done when no call of the connection can come any more: the place to end what belongs to the
    /// connection, such as a session.
    ///
    /// The body runs once, after the connection is closed and its last call has ended; at once when that is so already.
    /// The bodies of one connection run in the order in which they were given, one after the other.
    /// ``VarlinkServer/run()`` returns after the last of them. Within the process, where there is no connection to
    /// close, they run when nobody holds the ``LocalCaller``, and none of its calls is under way, any more.
    ///
    /// - Parameter body: What to do. It runs in no task of a call, and must not wait: it may begin a task that does. It
    ///   does not run on an event loop.
    public func onConnectionEnd(_ body: @escaping @Sendable () -> Void) {
        end?.add(body)
    }

    /// The process of the caller, and the unit of systemd that it belongs to.
    ///
    /// Read when it is asked for the first time, by a turn on the connection's event loop and two small files of
    /// `/proc`, and kept for the connection. On Linux 6.5 or later it can't be another process that has been given the
    /// same number; see ``PeerProcess/isPinned`` for older ones.
    ///
    /// - Returns: nil for a call from this process, and when the caller's process has ended or can't be seen from here.
    public func peerProcess() async -> PeerProcess? {
        await inspection?.process()
    }
}
