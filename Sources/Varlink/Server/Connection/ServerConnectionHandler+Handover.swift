import Glibc
import NIOCore

extension ServerConnectionHandler {
    /// Hands the connection over when all calls that have been received are served and their replies are written.
    ///
    /// An incomplete message is handed over with the connection. A client that does not read its replies is
    /// disconnected after ``VarlinkServerConfiguration/closeTimeout``, as when the server shuts down.
    func handOverIfServed() {
        guard let connection, lifecycle.phase == .handingOver, scheduledStep != .serveCalls, callInProgress == nil,
            // SwiftNIO closes the descriptor before it reports that pending writes have failed and the channel is inactive.
            context?.channel.isActive == true
        else { return }
        guard replies.isEmpty, connection.isDrained, !framer.isReady else { return closeIfUnread() }
        // The channel closes its own descriptor without shutdown(2), so the duplicate keeps the connection open.
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return close(.shutdown) }
        environment.registry.handOver(
            HandedOverConnection(
                adopting: duplicate, input: framer.takeAll(), lostState: connection.localState.all))
        closeImmediately(.handedOver)
    }

    /// Starts the timer that closes the connection unless it has been handed over.
    private func closeIfUnread() {
        guard let context, timers.closing == nil else { return }
        // Safe: the closure runs on this handler's event loop.
        timers.closing = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(configuration.closeTimeout)) {
            self.timers.closing = nil
            if self.lifecycle.phase == .handingOver, self.callInProgress == nil { self.closeImmediately(.shutdown) }
        }
    }
}
