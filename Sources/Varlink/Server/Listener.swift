import NIOCore

/// A listening socket of a server, before and while its connections are accepted.
final class Listener: Sendable {
    private enum State {
        /// Clients wait in the queue.
        case bound
        /// SwiftNIO is about to accept.
        case starting
        case accepting(any Channel)
        case closed
    }

    private let socket: BoundSocket
    private let state = Lock(State.bound)

    init(_ socket: BoundSocket) {
        self.socket = socket
    }

    var address: VarlinkAddress? { socket.address }

    /// The descriptor, for SwiftNIO to take; nil when the listener has been closed.
    func takeDescriptor() -> CInt? {
        state.withLock { state in
            guard case .bound = state else { return nil }
            state = .starting
            return socket.descriptor.take()
        }
    }

    /// Says that connections are accepted on this channel.
    func attach(_ channel: any Channel) async {
        let isClosed = state.withLock { state in
            if case .closed = state { return true }
            state = .accepting(channel)
            return false
        }
        if isClosed { try? await channel.close().get() }
    }

    /// Ceases to listen.
    ///
    /// A socket that was bound here is removed before it is closed, so that clients see it gone rather than refusing.
    /// Once is enough.
    func close() async {
        let old = state.withLock { state in
            defer { state = .closed }
            return state
        }
        socket.removeNode()
        switch old {
        case .bound: socket.descriptor.close()
        // Fails only when the channel is closed already.
        case .accepting(let channel): try? await channel.close().get()
        case .starting, .closed: break
        }
        socket.releaseLock()
    }
}
