import NIOCore

extension ServerConnectionHandler {
    /// Whether a call is under way.
    ///
    /// If so, ``callEnded()`` is called at its end.
    var isServing: Bool {
        guard lastCall != nil else { return false }
        if connection?.isServingOrTell() == true { return true }
        lastCall = nil
        return false
    }

    /// Begins the calls that wait, until one of them needs a task, the client has too much to read, or it is the turn
    /// of other connections.
    func takeTurn() {
        // Who has gone waits for no turn: the oneway calls that are left are begun now, or never.
        if isTurnScheduled && !isClientGone { return }
        var budget = Self.callsPerTurn
        // Whether a call is under way is asked only when there is something to do after it: the question makes its end
        // be told.
        while !isClosing, !isDraining, framer.isReady, !isServing, isOutputLow {
            if budget == 0 && !isClientGone {
                scheduleTurn()
                break
            }
            budget -= isClientGone ? 0 : 1
            do {
                guard let message = try framer.next() else { break }
                begin(try CallMessage(parsing: message, maximumDepth: configuration.maximumDepth), of: message.count)
            } catch {
                violate(error)
            }
        }
    }

    /// What follows a turn: the answers are written, and what may be read is read.
    func endTurn() {
        writeAnswers()
        settleInput()
        closeIfDone()
        resumeReading()
    }

    /// Ends the turn when the event loop has read from all connections that have something to read.
    func scheduleEnd() {
        guard let context, !isTurnScheduled, !isEndScheduled else { return }
        isEndScheduled = true
        turnEnds.add(self, on: context.eventLoop)
    }

    /// Ends the turn whose end ``scheduleEnd()`` has scheduled.
    func endScheduledTurn() {
        isEndScheduled = false
        endTurn()
    }

    private func scheduleTurn() {
        guard let context else { return }
        isTurnScheduled = true
        // Safe: the closure runs on this handler's event loop, as all of it does.
        context.eventLoop.assumeIsolated().execute {
            self.isTurnScheduled = false
            self.takeTurn()
            self.endTurn()
        }
    }

    private func begin(_ message: CallMessage, of size: Int) {
        timers.noteCall()
        // Nobody reads a reply any more: only what asks for none is still done.
        if isClientGone && message.mode != .oneway { return }
        switch router.route(message) {
        case .answer(let bytes):
            if message.mode == .oneway { return }
            if answers.isEmpty { answers = bytes } else { answers.append(contentsOf: bytes) }
            if answers.count >= configuration.unreadReplySize { writeAnswers() }
        case .method(let served):
            guard let connection else { return }
            writeAnswers()
            if !hasSecondDescriptor, !isClientGone, message.mode != .oneway {
                hasSecondDescriptor = connection.duplicate(descriptor)
            }
            lastCall = CallTraits(
                isStream: message.mode == .more && served.method.streaming != .never,
                isOneway: message.mode == .oneway)
            // From here on the call is charged for the message, and not the input that waits.
            let waiting = input?.settle(framer.waitingBytes) ?? 0
            let limit = configuration.maximumInputSizePerUser
            if waiting > limit || !connection.begin(message, of: size, by: served) {
                lastCall = nil
                closeWhenWritten(.tooMuchInput(limitPerUser: limit))
            }
        }
    }

    /// The call under way has ended, and its last reply is written or on its way.
    func callEnded() {
        if isClientGone {
            takeTurn()
            settleInput()
            endIfDone()
        } else if isDraining {
            if !isServing { endDraining() }
        } else {
            takeTurn()
            endTurn()
        }
    }

    func violate(_ violation: ProtocolViolation) {
        report(.violated(id, peer: peer, violation))
        closeWhenWritten(.violation)
    }
}
