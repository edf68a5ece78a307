import NIOCore

extension ServerConnectionHandler {
    /// Closes the connection of a client that sends no more, when everything that it sent has been answered.
    func closeIfDone() {
        guard isInputClosed, !isClosing, !isTurnScheduled, !framer.hasMessage, !isServing else { return }
        closeWhenWritten(.client)
    }

    /// Begins no further call, and closes the connection when the client has read everything, or the time for that is
    /// over.
    func closeWhenWritten(_ reason: VarlinkServer.CloseReason) {
        if isClosing { return }
        isClosing = true
        closeReason = closeReason ?? reason
        forgetInput()
        writeAnswers()
        guard let context, let connection else { return }
        if connection.endOutput() { return closeNow(reason) }
        timers.closing = context.eventLoop.assumeIsolated()
            .scheduleTask(in: TimeAmount(configuration.closingTime)) { self.closeNow(reason) }
    }

    /// Closes the connection, whatever is unwritten.
    func closeNow(_ reason: VarlinkServer.CloseReason) {
        closeReason = closeReason ?? reason
        context?.close(promise: nil)
    }

    /// Ends the connection after the call under way; a stream is cancelled.
    ///
    /// - Parameter reply: The reply to each call that waits behind it.
    func drain(replying reply: [UInt8]) {
        if isDraining || isClosing { return }
        drainReply = reply
        if !isServing { return endDraining() }
        if lastCall?.isStream == true { connection?.cancelCall() }
    }

    /// Closes the connection after the last call, and after the replies to those that are not begun.
    func endDraining() {
        while let drainReply, !isClosing, framer.isReady {
            do {
                guard let message = try framer.next() else { break }
                let call = try CallMessage(parsing: message, maximumDepth: configuration.maximumDepth)
                if call.mode != .oneway { answers.append(contentsOf: drainReply) }
            } catch {
                violate(error)
            }
        }
        closeWhenWritten(.shutdown)
    }

    /// The channel has been closed, by whichever side.
    func clientDidGo() {
        guard let connection, !isClientGone else { return }
        isClientGone = true
        timers.cancelAll()
        connection.closeOutput()
        report(.closed(id, reason: closeReason ?? .client))
        registry.remove(id)
        if isServing {
            // A oneway call ends by itself, and so do those behind it.
            if lastCall?.isOneway != true || isClosing || isDraining {
                connection.cancelCall()
                isClosing = true
                forgetInput()
            }
        } else {
            takeTurn()
        }
        settleInput()
        endIfDone()
    }

    /// Lets go of a closed connection when no call of it is left to be served.
    func endIfDone() {
        guard let connection, isClientGone, !isServing else { return }
        isClosing = true
        forgetInput()
        self.connection = nil
        let (registry, id) = (registry, id)
        connection.ending.fire { registry.release(id) }
    }

    private func forgetInput() {
        framer.removeAll()
        _ = input?.settle(0)
    }
}
