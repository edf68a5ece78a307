import NIOCore

/// A listening socket of a server.
final class Listener: Sendable {
    private enum State {
        /// Connections wait in the queue.
        case bound
        /// The ownership of the socket is being transferred to SwiftNIO.
        case starting
        case accepting(any Channel)
        case closed
    }

    private let socket: BoundSocket
    private let state = Lock(State.bound)

    /// Fires when SwiftNIO has taken over the socket, or the listener has been closed.
    private let hasStarted = OneShotSignal()

    init(_ socket: BoundSocket) {
        self.socket = socket
    }

    var address: VarlinkAddress? { socket.address }

    /// Returns the descriptor, whose ownership passes to SwiftNIO; nil when the listener has been closed.
    func takeDescriptor() -> CInt? {
        state.withLock { state in
            guard case .bound = state else { return nil }
            state = .starting
            return socket.descriptor.take()
        }
    }

    /// Records the channel that accepts connections.
    func attach(_ channel: any Channel) async {
        let isClosed = state.withLock { state in
            if case .closed = state { return true }
            state = .accepting(channel)
            return false
        }
        hasStarted.fire()
        if isClosed { try? await channel.close().get() }
    }

    /// Stops accepting connections.
    ///
    /// New connections wait in the queue of the socket.
    func pause() async {
        let (isStarting, isUnused) = state.withLock { state in
            switch state {
            case .bound:
                state = .closed
                return (false, true)
            case .starting: return (true, false)
            case .accepting, .closed: return (false, false)
            }
        }
        if isUnused { socket.descriptor.close() }
        if isStarting { await hasStarted.waitIgnoringCancellation() }
        let channel: (any Channel)? = state.withLock { if case .accepting(let channel) = $0 { channel } else { nil } }
        // Fails only when the channel is already closed.
        try? await channel?.setOption(.autoRead, value: false).get()
    }

    /// Stops listening.
    ///
    /// A socket file that this server created is removed before the socket is closed, so that clients find no socket
    /// instead of one that refuses connections. May be called more than once.
    func close() async {
        let old = state.withLock { state in
            defer { state = .closed }
            return state
        }
        hasStarted.fire()
        socket.removeNode()
        switch old {
        case .bound: socket.descriptor.close()
        // Fails only when the channel is already closed.
        case .accepting(let channel): try? await channel.close().get()
        case .starting, .closed: break
        }
        socket.releaseLock()
    }
}
