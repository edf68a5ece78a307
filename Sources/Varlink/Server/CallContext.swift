/// The context of a call: its caller and its connection.
public struct CallContext: Sendable {
    /// The credentials of the caller; nil for a call from this process.
    public let peer: PeerCredentials?

    /// The part of this process that makes the call for the caller, such as the name of a plugin; nil for a call that the
    /// caller makes itself, on a socket.
    public let origin: String?

    /// The identifier of the connection, for state that belongs to the connection.
    public let connection: ConnectionID

    /// The replies that the caller expects.
    public let mode: CallMessage.Mode

    private let inspection: PeerInspection?
    private let endHandlers: ConnectionEndHandlers?
    private let localState: LocalState?

    /// Whether the caller accepts several replies.
    public var more: Bool { mode == .more }

    /// Whether the caller expects no reply.
    public var oneway: Bool { mode == .oneway }

    /// Creates a context of a connection that never ends.
    public init(peer: PeerCredentials?, connection: ConnectionID, mode: CallMessage.Mode) {
        self.init(peer: peer, connection: connection, mode: mode, inspection: nil, endHandlers: nil, localState: nil)
    }

    init(
        peer: PeerCredentials?, origin: String? = nil, connection: ConnectionID, mode: CallMessage.Mode,
        inspection: PeerInspection?, endHandlers: ConnectionEndHandlers?, localState: LocalState?
    ) {
        self.peer = peer
        self.origin = origin
        self.connection = connection
        self.mode = mode
        self.inspection = inspection
        self.endHandlers = endHandlers
        self.localState = localState
    }

    /// Registers a closure that runs when the connection has ended, to release resources that belong to the connection,
    /// such as a session.
    ///
    /// The closure runs once, after the connection is closed and its last call has ended, or at once if that has
    /// already happened. The closures of one connection run sequentially in the order of their registration.
    /// ``VarlinkServer/run()`` returns after the last of them. For a ``LocalCaller``, they run when its last copy has
    /// been released and none of its calls is in progress.
    ///
    /// - Parameter body: The closure. It runs neither in the task of a call nor on an event loop. It must not block,
    ///   but may start a task.
    public func onConnectionEnd(_ body: @escaping @Sendable () -> Void) {
        endHandlers?.add(body)
    }

    /// Records that this process keeps state of the connection, such as a session, that is lost in a handover.
    ///
    /// After ``VarlinkServer/handOver(gracePeriod:)``, ``takeLostState(named:)`` returns true in the next process. A call
    /// from this process has no such state.
    ///
    /// - Parameter name: The name of the state.
    public func noteState(named name: String) {
        localState?.note(name)
    }

    /// Returns whether state was lost when the connection was handed over, and removes the record of the loss.
    ///
    /// - Parameter name: The name that ``noteState(named:)`` received before the handover.
    /// - Returns: Whether state of this name was lost; true at most once.
    public func takeLostState(named name: String) -> Bool {
        localState?.takeLost(name) ?? false
    }

    /// Returns the process of the caller and its systemd unit.
    ///
    /// The first call for a connection reads them from two small files of `/proc`, after a hop to the connection's
    /// event loop. The result is cached for the connection. On Linux 6.5 or later, the kernel guarantees that the
    /// process is not another one that reuses the process ID. See ``PeerProcess/isPinned`` for older kernels.
    ///
    /// - Returns: nil for a call from this process, and when the caller's process has ended or is not visible here.
    public func peerProcess() async -> PeerProcess? {
        await inspection?.process()
    }
}
