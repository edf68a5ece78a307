import NIOCore
import NIOPosix

extension VarlinkServer {
    /// Stops the server, like ``shutdown(gracePeriod:)``, and returns the open connections instead of closing them.
    ///
    /// The server stops accepting connections and reading from open connections. It serves the calls that it has
    /// received, writes their replies, and then hands each connection over. Bytes that a client sends meanwhile remain
    /// in the socket. A stream (a call with `more` to a method that may stream) is cancelled at once, and its
    /// connection is handed over, too.
    ///
    /// A connection is closed, as in ``shutdown(gracePeriod:)``, when its calls are still in progress after the grace
    /// period, or when its client does not read the replies for ``VarlinkServerConfiguration/closeTimeout``. Connections
    /// that wait in the listen queue are not accepted.
    ///
    /// - Parameter gracePeriod: The maximum time for received calls to complete. The period ends at once when the task
    ///   is cancelled.
    /// - Returns: The connections, in unspecified order.
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
    /// Takes ownership of the connections, and returns when the server reads from all of them. A connection that cannot
    /// be served is closed, and the reason is reported (``VarlinkServerEvent/adoptionFailed(reason:)``,
    /// ``VarlinkServerEvent/refused(peer:reason:)``). When the server has stopped, all connections are closed.
    public func adopt(_ connections: [HandedOverConnection]) async {
        await withTaskGroup(of: Void.self) { group in
            for connection in connections { group.addTask { await self.start(connection.socket, as: connection) } }
        }
    }

    /// Waits until the connections that have been accepted are registered.
    ///
    /// Closing the listening channel earlier would close these connections. SwiftNIO prepares an accepted connection on
    /// its own event loop, returns to that of the listener, and then registers the connection on its event loop.
    private func finishAccepting() async {
        for _ in 0..<3 {
            for eventLoop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
                // Fails only when the event loop has ended.
                try? await eventLoop.submit {}.get()
            }
        }
    }
}
