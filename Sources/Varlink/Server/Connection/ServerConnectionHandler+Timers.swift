import Glibc
import NIOCore

extension ServerConnectionHandler {
    /// Starts the timer of an incomplete message.
    ///
    /// The timer is not cancelled when the message becomes complete, because most messages are complete at once. The
    /// timer checks the message when it fires.
    func armMessageTimer() {
        guard timers.message == nil, let timeout = configuration.messageTimeout else { return }
        let progress = framer.progress
        timers.message = schedule(in: timeout) { handler in
            handler.timers.message = nil
            guard handler.framer.hasPartialMessage, handler.lifecycle.acceptsInput else { return }
            if handler.framer.progress == progress && !handler.isReadDeferred {
                handler.close(.messageTimeout)
            } else {
                handler.armMessageTimer()
            }
        }
    }

    /// Starts the timer that closes an idle connection.
    func armIdleTimer() {
        guard let timeout = configuration.idleTimeout else { return }
        timers.idle = schedule(in: timeout) { handler in
            guard handler.lifecycle.acceptsInput, handler.lifecycle.isChannelOpen else { return }
            let isUsed =
                handler.timers.takeCall() || handler.callInProgress != nil || handler.connection?.isDrained == false
            if isUsed { handler.armIdleTimer() } else { handler.close(.idle) }
        }
    }

    /// Starts the timer that ends a stream if the client does not read while a task waits for the client.
    func watchClientReads() {
        guard timers.reader == nil, let timeout = configuration.unreadReplyTimeout else { return }
        let unread = unreadByClient
        timers.reader = schedule(in: timeout) { handler in
            handler.timers.reader = nil
            guard let connection = handler.connection, connection.hasSenders else { return }
            if handler.unreadByClient == unread {
                connection.timeOutSenders()
            } else {
                handler.watchClientReads()
            }
        }
    }

    /// A measure of the unread bytes, of which only equality is meaningful: the bytes in SwiftNIO's buffer, and the
    /// kernel memory of the socket's buffer (SIOCOUTQ, unix(7)).
    private var unreadByClient: [Int] {
        var kernel: CInt = 0
        _ = ioctl(descriptor, UInt(TIOCOUTQ), &kernel)
        let buffered = try? context?.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)
        return [Int(kernel), buffered ?? 0]
    }

    private func schedule(
        in time: Duration, _ body: @escaping (ServerConnectionHandler) -> Void
    ) -> Scheduled<Void>? {
        // Safe: the closure runs on this handler's event loop.
        context?.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { body(self) }
    }
}
