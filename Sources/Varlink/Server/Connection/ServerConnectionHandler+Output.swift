import NIOCore

extension ServerConnectionHandler {
    func writeAnswers() {
        if answers.isEmpty { return }
        connection?.write(answers, on: isClientGone ? nil : descriptor)
        answers = []
    }

    /// Writes through SwiftNIO what the socket did not take, when it does.
    func flush() {
        guard let context, let connection, !isClientGone else { return }
        let bytes = connection.takePending()
        if bytes.isEmpty { return }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            connection.didWrite(bytes.count)
            self.outputDidDrain()
        }
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: written)
    }

    /// The socket has taken what the event loop or a task wrote.
    func outputDidDrain() {
        if isClosing {
            if connection?.endOutput() == true { closeNow(.shutdown) }
        } else {
            takeTurn()
            endTurn()
        }
    }
}
