import Glibc
import NIOCore

extension ServerConnectionHandler {
    /// Gives a message that has begun its time.
    ///
    /// The timer is not cancelled when the message is whole, because most are at once: it looks when it fires.
    func armMessageTimer() {
        guard timers.message == nil, let time = configuration.unfinishedMessageTime else { return }
        let progress = framer.progress
        timers.message = schedule(in: time) { handler in
            handler.timers.message = nil
            guard handler.framer.hasPartOfMessage, !handler.isClosing else { return }
            if handler.framer.progress == progress && !handler.isReadDeferred {
                handler.closeWhenWritten(.unfinishedMessage)
            } else {
                handler.armMessageTimer()
            }
        }
    }

    /// Closes the connection when it has been idle.
    func armIdleTimer() {
        guard let time = configuration.idleTime else { return }
        timers.idle = schedule(in: time) { handler in
            if handler.isClosing || handler.isClientGone { return }
            let isUsed = handler.timers.takeCall() || handler.isServing || handler.connection?.isDrained == false
            if isUsed { handler.armIdleTimer() } else { handler.closeWhenWritten(.idle) }
        }
    }

    /// Ends the stream of a client that does not read.
    ///
    /// A task waits for it.
    func watchReader() {
        guard timers.reader == nil, let time = configuration.unreadReplyTime else { return }
        let unread = unreadByClient
        timers.reader = schedule(in: time) { handler in
            handler.timers.reader = nil
            guard let connection = handler.connection, connection.hasSenders else { return }
            if handler.unreadByClient == unread {
                connection.giveUpReader()
            } else {
                handler.watchReader()
            }
        }
    }

    /// What the client has not read, of which only equality counts: what SwiftNIO has, and how much memory of the
    /// kernel's the socket's buffer takes (SIOCOUTQ, unix(7)).
    private var unreadByClient: [Int] {
        var kernel: CInt = 0
        _ = ioctl(descriptor, UInt(TIOCOUTQ), &kernel)
        let buffered = try? context?.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)
        return [Int(kernel), buffered ?? 0]
    }

    private func schedule(
        in time: Duration, _ body: @escaping (ServerConnectionHandler) -> Void
    ) -> Scheduled<Void>? {
        // Safe: the closure runs on this handler's event loop, as all of it does.
        context?.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { body(self) }
    }
}
