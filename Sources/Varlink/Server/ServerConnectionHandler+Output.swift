import NIOCore

extension ServerConnectionHandler {
    /// Adds an answer to those that are written at the end of the turn.
    func append(_ bytes: [UInt8]) {
        guard let context else { return }
        if answers == nil { answers = context.channel.allocator.buffer(capacity: bytes.count) }
        answers?.writeBytes(bytes)
    }

    func writeAnswers() {
        guard let context, let bytes = answers else { return }
        answers = nil
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    }

    /// Writes what the call under way has sent.
    func flushOutbox() {
        guard let context, let outbox = connection?.outbox else { return }
        let bytes = outbox.take()
        if bytes.isEmpty { return }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in outbox.didWrite(bytes.count) }
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: written)
    }
}
