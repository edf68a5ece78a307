import NIOCore

extension ServerConnectionHandler {
    /// Begins the calls that wait, until one of them needs a task, the client has too much to read, or it is the turn
    /// of other connections.
    func takeTurn() {
        if isTurnScheduled { return }
        var budget = Self.callsPerTurn
        while case .idle = phase, isOutputLow {
            if budget == 0 && !isClientGone {
                scheduleTurn()
                break
            }
            budget -= isClientGone ? 0 : 1
            do {
                guard let message = try framer.next() else { break }
                try begin(CallMessage(parsing: message, maximumDepth: configuration.maximumDepth))
            } catch {
                violate(error)
            }
        }
        resumeReading()
    }

    private func scheduleTurn() {
        guard let context else { return }
        isTurnScheduled = true
        // Safe: the closure runs on this handler's event loop, as all of it does.
        context.eventLoop.assumeIsolated().execute {
            self.isTurnScheduled = false
            self.takeTurn()
            self.writeAnswers()
            self.closeIfDone()
        }
    }

    private func begin(_ message: CallMessage) {
        // Nobody reads a reply any more: only what asks for none is still done.
        if isClientGone && message.mode != .oneway { return }
        switch router.route(message) {
        case .answer(let bytes):
            if message.mode != .oneway { append(bytes) }
        case .method(let served):
            guard let connection else { return }
            callCount += 1
            let call = ServerCall(
                message, of: served,
                context: CallContext(peer: peer, connection: id, mode: message.mode, inspection: inspection),
                sink: ConnectionReplySink(outbox: connection.outbox, call: callCount))
            phase = .serving(call)
            writeAnswers()
            connection.outbox.open(callCount)
            connection.mailbox.put(CallMailbox.Item(call: call, number: callCount, served: served))
        }
    }

    /// The task has served its call, and its last reply is in the outbox.
    func callEnded() {
        guard case .serving = phase else { return }
        phase = .idle
        flushOutbox()
        if isClientGone {
            takeTurn()
            endIfDone()
        } else if isDraining {
            closeWhenWritten(.shutdown)
        } else {
            takeTurn()
            writeAnswers()
            closeIfDone()
        }
    }

    private func violate(_ violation: ProtocolViolation) {
        report(.violated(id, peer: peer, violation))
        closeWhenWritten(.violation)
    }

    // MARK: - Reading

    /// Whether the client has read enough to be sent more.
    private var isOutputLow: Bool {
        guard let context, !isClientGone else { return isClientGone }
        return context.channel.isWritable && (answers?.readableBytes ?? 0) < configuration.unreadReplySize
    }

    /// Whether more input may come: always for a call that has not come whole, so that it can; a little ahead else.
    var mayRead: Bool {
        if case .idle = phase, !isTurnScheduled, isOutputLow { return true }
        return framer.waitingBytes < configuration.readAheadSize
    }

    func resumeReading() {
        guard isReadDeferred, mayRead else { return }
        isReadDeferred = false
        context?.read()
    }
}
