import NIOCore
import Synchronization

/// The receivers of the connections of a socket: while a plugin reloads, those of two generations.
final class ConnectionReceivers: Sendable {
    private struct State {
        var receivers: [ConnectionReceiver] = []
        /// The accepted connections that wait for a receiver.
        var waiting: [(channel: any Channel, received: EventLoopPromise<Void>)] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Adds a receiver, which receives the waiting and the new connections; ends it if the socket has closed.
    func add(_ receiver: ConnectionReceiver) {
        let waiting: [(channel: any Channel, received: EventLoopPromise<Void>)]? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.receivers.append(receiver)
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let waiting else { return receiver.finish() }
        for (channel, received) in waiting {
            channel.eventLoop.execute { self.receive(channel).cascade(to: received) }
        }
    }

    /// Removes a receiver.
    func remove(_ receiver: ConnectionReceiver) {
        state.withLock { $0.receivers.removeAll { $0 === receiver } }
    }

    /// Passes a connection to the newest receiver; without one, the connection waits.
    ///
    /// - Parameter channel: The connection. The caller is its event loop.
    /// - Returns: A future that is complete when the connection is received. It fails when the socket closes first.
    func receive(_ channel: any Channel) -> EventLoopFuture<Void> {
        state.withLock { state in
            if state.isClosed { return channel.eventLoop.makeFailedFuture(ChannelError.alreadyClosed) }
            guard let newest = state.receivers.last else {
                let received = channel.eventLoop.makePromise(of: Void.self)
                state.waiting.append((channel, received))
                return received.futureResult
            }
            // The receiver is called under the lock, so that a removed one receives no connection.
            newest.receive(channel)
            return channel.eventLoop.makeSucceededVoidFuture()
        }
    }

    /// Rejects the waiting and all further connections, and ends the receivers.
    func close() {
        let (waiting, receivers) = state.withLock { state in
            state.isClosed = true
            defer { (state.waiting, state.receivers) = ([], []) }
            return (state.waiting, state.receivers)
        }
        for (_, received) in waiting { received.fail(ChannelError.alreadyClosed) }
        for receiver in receivers { receiver.finish() }
    }
}
