import NIOCore

extension ServerConnectionHandler {
    /// Performs the action that a transition of the lifecycle requires.
    func perform(_ action: ConnectionLifecycle.Action) {
        switch action {
        case .none: break
        case .closeWhenWritten: closeWhenWritten()
        case .rejectWaitingCalls: rejectWaitingCalls()
        case .cancelCall: connection?.cancelCall()
        case .discardInput: discardInput()
        case .terminate:
            connection?.cancelCall()
            discardInput()
        case .serveWaitingCalls:
            serveWaitingCalls()
            updateInputAccount()
            releaseIfIdle()
        case .resume:
            serveWaitingCalls()
            completeTick()
        case .release: releaseIfIdle()
        }
    }

    /// Begins no further call, and closes the connection once the last replies have been written.
    func close(_ reason: ConnectionCloseReason) {
        perform(lifecycle.close(reason))
    }

    /// Closes the channel and drops unwritten replies.
    func closeImmediately(_ reason: ConnectionCloseReason) {
        lifecycle.closeImmediately(reason)
        context?.close(promise: nil)
    }

    /// Closes the connection if the client has shut down its sending side and all its calls have been served.
    func closeIfInputServed() {
        guard lifecycle.phase == .halfClosed, scheduledStep != .serveCalls, !framer.hasMessage, callInProgress == nil
        else { return }
        close(.client)
    }

    /// Ends the input and the output after either side has closed the channel.
    func channelDidClose() {
        guard let connection, lifecycle.isChannelOpen else { return }
        let action = lifecycle.channelClosed(during: callInProgress)
        timers.cancelAll()
        replies = []
        connection.closeOutput()
        environment.report(.closed(id, reason: lifecycle.closeReason ?? .client))
        environment.registry.remove(id)
        perform(action)
        updateInputAccount()
        releaseIfIdle()
    }

    private func closeWhenWritten() {
        discardInput()
        flush()
        guard let context, let connection else { return }
        if connection.isDrained { return closeImmediately(.shutdown) }
        timers.closing = context.eventLoop.assumeIsolated()
            .scheduleTask(in: TimeAmount(configuration.closeTimeout)) { self.closeImmediately(.shutdown) }
    }

    /// Rejects each waiting call with the reply of the shutdown, and closes the connection.
    private func rejectWaitingCalls() {
        if callInProgress != nil { return }
        while let reply = lifecycle.drainReply, framer.isReady {
            do {
                guard let message = try framer.next() else { break }
                let call = try CallMessage(parsing: message, maximumDepth: configuration.maximumDepth)
                if call.mode != .oneway { replies.append(contentsOf: reply) }
            } catch {
                reject(error)
            }
        }
        close(.shutdown)
    }

    /// Releases the connection when its channel is closed and no call is in progress.
    private func releaseIfIdle() {
        guard let connection, callInProgress == nil, lifecycle.idle() else { return }
        discardInput()
        self.connection = nil
        let (registry, id) = (environment.registry, id)
        connection.endHandlers.run { registry.release(id) }
    }

    private func discardInput() {
        framer.removeAll()
        _ = input?.update(to: 0)
    }
}
