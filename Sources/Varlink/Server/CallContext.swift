/// What a call brings with it beside its parameters.
public struct CallContext: Sendable {
    /// Who is calling; nil for a call from this process, and where the kernel doesn't tell.
    public let peer: PeerCredentials?

    /// The connection, so that an interface can remember who asked for what.
    public let connection: ConnectionID

    /// How the caller wants to be answered.
    public let mode: CallMessage.Mode

    /// Whether the caller takes several replies.
    public var more: Bool { mode == .more }

    /// Whether the caller takes no reply.
    public var oneway: Bool { mode == .oneway }

    /// Makes a context.
    public init(peer: PeerCredentials?, connection: ConnectionID, mode: CallMessage.Mode) {
        self.peer = peer
        self.connection = connection
        self.mode = mode
    }
}
