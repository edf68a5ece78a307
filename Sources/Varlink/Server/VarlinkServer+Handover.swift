import NIOCore
import NIOPosix

extension VarlinkServer {
    /// Stops, like ``shutdown(gracePeriod:)``, and returns the open connections instead of closing them.
    ///
    /// The server stops accepting connections and reading from those that are open. It serves the calls that it has
    /// received, writes their replies, and then hands each connection over. What the client sends meanwhile remains in the
    /// socket. A stream (a call with `more` to a method that may stream) is cancelled at once; its connection is handed over,
    /// too.
    ///
    /// A connection is closed, as by ``shutdown(gracePeriod:)``, when its calls are still in progress after the grace
    /// period, or when its client does not read the replies for ``VarlinkServerConfiguration/closeTimeout``. Connections
    /// that wait in the listen queue are not accepted.
    ///
    /// - Parameter gracePeriod: The time that the received calls have to complete. It ends at once when the task is
    ///   cancelled.
    /// - Returns: The connections, in any order.
    public func handOver(gracePeriod: Duration) async -> [HandedOverConnection] {
        for listener in state.withLock({ $0.listeners }) { await listener.pause() }
        await finishAccepting()
        await stopListening()
        for connection in registry.connections { connection.handOver() }
        if await registry.emptied.wait(for: gracePeriod) == false { await shutdown(gracePeriod: .zero) }
        workContinuation.finish()
        return registry.takeHandedOver()
    }

    /// Serves connections that another server has handed over.
    ///
    /// Takes ownership of them, and returns when the server reads from all of them. A connection that cannot be served is
    /// closed, and the reason is reported (``VarlinkServerEvent/adoptionFailed(reason:)``,
    /// ``VarlinkServerEvent/refused(peer:reason:)``); so are all when the server has stopped.
    public func adopt(_ connections: [HandedOverConnection]) async {
        await withTaskGroup(of: Void.self) { group in
            for connection in connections { group.addTask { await self.start(connection.socket, as: connection) } }
        }
    }

    /// Waits until the connections that have been accepted are registered.
    ///
    /// Closing the listening channel earlier would close them. SwiftNIO prepares an accepted connection on its own event
    /// loop, returns to that of the listener, and then registers the connection on its event loop.
    private func finishAccepting() async {
        for _ in 0..<3 {
            for eventLoop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
                // Fails only when the event loop has ended.
                try? await eventLoop.submit {}.get()
            }
        }
    }
}
