import NIOCore

extension ServerConnectionHandler {
    /// Whether the client has read enough for another call to begin.
    ///
    /// Otherwise, the waiting calls are served after the client has read more.
    var hasOutputRoom: Bool {
        guard let connection, lifecycle.isChannelOpen else { return !lifecycle.isChannelOpen }
        if connection.hasRoom { return true }
        isBlockedByOutput = true
        return false
    }

    /// Passes the pending replies of tasks and the replies of this tick to SwiftNIO.
    func flush() {
        guard let context, let connection, lifecycle.isChannelOpen else { return }
        let bytes = connection.takePending(followedBy: replies)
        replies = []
        if bytes.isEmpty { return }
        // Not the bytes themselves, of which SwiftNIO has its own copy.
        let count = bytes.count
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            connection.didWrite(count)
            self.outputDidDrain()
        }
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: written)
    }

    /// Continues after SwiftNIO has written bytes to the socket, possibly from within ``flush()``.
    private func outputDidDrain() {
        if lifecycle.phase == .closing {
            if connection?.isDrained == true { closeImmediately(.shutdown) }
        } else if isBlockedByOutput {
            isBlockedByOutput = false
            scheduleNextTick()
        }
        handOverIfServed()
    }
}
