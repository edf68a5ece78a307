import NIOCore

extension ServerConnectionHandler {
    /// Closes the connection of a client that sends no more, when everything that it sent has been answered.
    func closeIfDone() {
        guard isInputClosed, case .idle = phase, !isTurnScheduled, !framer.hasMessage else { return }
        closeWhenWritten(.client)
    }

    /// Begins no further call, and closes the connection when the client has read everything, or the time for that is
    /// over.
    func closeWhenWritten(_ reason: VarlinkServer.CloseReason) {
        if case .closing = phase { return }
        phase = .closing
        closeReason = closeReason ?? reason
        framer.removeAll()
        writeAnswers()
        guard let context else { return }
        let timeLimit = context.eventLoop.assumeIsolated()
            .scheduleTask(in: TimeAmount(configuration.closingTime)) { self.closeNow() }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            timeLimit.cancel()
            self.closeNow()
        }
        // The channel writes in order: this nothing is written after all the rest.
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(capacity: 0)), promise: written)
    }

    /// Closes the connection, whatever is unwritten.
    func closeNow() {
        closeReason = closeReason ?? .shutdown
        context?.close(promise: nil)
    }

    /// Ends the connection after the call under way; a stream is cancelled.
    func drain() {
        isDraining = true
        switch phase {
        case .idle: closeWhenWritten(.shutdown)
        case .serving(let call): if call.isStream { connection?.cancellation.fire() }
        case .closing: break
        }
    }

    /// The channel has been closed, by whichever side.
    func clientDidGo() {
        guard let connection, !isClientGone else { return }
        isClientGone = true
        connection.outbox.close()
        report(.closed(id, reason: closeReason ?? .client))
        didClose(id)
        if case .serving(let call) = phase, !call.context.oneway { return end(connection) }
        if case .idle = phase { takeTurn() }
        endIfDone()
    }

    /// Ends the tasks of a closed connection when no oneway call is left to be served.
    func endIfDone() {
        guard isClientGone, let connection else { return }
        if case .serving = phase { return }
        end(connection)
    }

    private func end(_ connection: ServerConnection) {
        phase = .closing
        framer.removeAll()
        self.connection = nil
        connection.mailbox.end()
        connection.cancellation.fire()
    }
}
