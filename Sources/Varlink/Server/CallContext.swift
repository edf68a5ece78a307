/// What a call brings with it beside its parameters.
public struct CallContext: Sendable {
    /// Who is calling; nil for a call from this process.
    public let peer: PeerCredentials?

    /// The connection, so that an interface can remember who asked for what.
    public let connection: ConnectionID

    /// How the caller wants to be answered.
    public let mode: CallMessage.Mode

    private let inspection: PeerInspection?

    /// Whether the caller takes several replies.
    public var more: Bool { mode == .more }

    /// Whether the caller takes no reply.
    public var oneway: Bool { mode == .oneway }

    /// Makes a context.
    public init(peer: PeerCredentials?, connection: ConnectionID, mode: CallMessage.Mode) {
        self.init(peer: peer, connection: connection, mode: mode, inspection: nil)
    }

    init(peer: PeerCredentials?, connection: ConnectionID, mode: CallMessage.Mode, inspection: PeerInspection?) {
        self.peer = peer
        self.connection = connection
        self.mode = mode
        self.inspection = inspection
    }

    /// The process of the caller, and the unit of systemd that it belongs to.
    ///
    /// Read when it is asked for the first time, by a turn on the connection's event loop and two small files of `/proc`, and
    /// kept for the connection. On Linux 6.5 or later it can't be another process that has been given the same number; see
    /// ``PeerProcess/isPinned`` for older ones.
    ///
    /// - Returns: nil for a call from this process, and when the caller's process has ended or can't be seen from here.
    public func peerProcess() async -> PeerProcess? {
        await inspection?.process()
    }
}
