import NIOCore

extension ServerConnectionHandler: TickEndQueue.Element {
    /// The call in progress; nil when there is none.
    ///
    /// Reading a value that is not nil requests ``callEnded()`` at the end of the call.
    var callInProgress: ConnectionLifecycle.CallTraits? {
        guard let lastCall else { return nil }
        if connection?.isServingOrNotify() == true { return lastCall }
        self.lastCall = nil
        return nil
    }

    /// Begins the waiting calls, until one of them needs a task, the unread bytes reach the high-water mark, or the
    /// maximum number of calls per tick is reached.
    func serveWaitingCalls() {
        // After the channel is closed, the remaining oneway calls begin at once.
        if scheduledStep == .serveCalls && lifecycle.isChannelOpen { return }
        var remaining = Self.callsPerTick
        // `callInProgress` comes late in the condition, since reading it requests a notification.
        while lifecycle.mayBeginCalls, framer.isReady, callInProgress == nil, hasOutputRoom {
            if remaining == 0 && lifecycle.isChannelOpen {
                scheduleNextTick()
                break
            }
            remaining -= lifecycle.isChannelOpen ? 1 : 0
            do {
                guard let message = try framer.next() else { break }
                begin(try CallMessage(parsing: message, maximumDepth: configuration.maximumDepth), of: message.count)
            } catch {
                reject(error)
            }
        }
    }

    /// Completes a tick: writes the replies, and continues to read if more input may be stored.
    func completeTick() {
        flush()
        updateInputAccount()
        closeIfInputServed()
        handOverIfServed()
        resumeReading()
    }

    /// Schedules ``completeTick()`` to run after the event loop has read from all readable connections.
    func scheduleTickEnd() {
        guard let context, scheduledStep == .none else { return }
        scheduledStep = .completeTick
        tickEndQueue.add(self, on: context.eventLoop)
    }

    func tickDidEnd() {
        if scheduledStep == .completeTick { scheduledStep = .none }
        completeTick()
    }

    /// Schedules the next waiting calls for the next tick, so that other connections are served in between.
    func scheduleNextTick() {
        guard let context, scheduledStep != .serveCalls else { return }
        scheduledStep = .serveCalls
        // Safe: the closure runs on this handler's event loop.
        context.eventLoop.assumeIsolated().execute {
            self.scheduledStep = .none
            self.serveWaitingCalls()
            self.completeTick()
        }
    }

    private func begin(_ message: CallMessage, of size: Int) {
        timers.noteCall()
        callCount += 1
        // Without a client, only calls that need no reply are served.
        if !lifecycle.isChannelOpen && message.mode != .oneway { return }
        switch environment.router.route(message) {
        case .reply(let bytes):
            if message.mode == .oneway { return }
            if replies.isEmpty { replies = bytes } else { replies.append(contentsOf: bytes) }
            if replies.count >= configuration.unreadReplySize { flush() }
        case .method(let served):
            guard let connection else { return }
            // The earlier replies precede those of this call. Nothing is written here: a failing write makes SwiftNIO
            // pass on the remaining input and close the channel before the write returns. Another call could then begin
            // before this one.
            connection.append(replies)
            replies = []
            lastCall = ConnectionLifecycle.CallTraits(
                isStream: message.mode == .more && served.method.streaming != .never,
                isOneway: message.mode == .oneway)
            // From here on, the message is charged to the call instead of the waiting input.
            let waiting = input?.update(to: framer.waitingBytes) ?? 0
            let limit = configuration.maximumInputSizePerUser
            if waiting > limit || !connection.begin(message, as: callCount, of: size, by: served) {
                lastCall = nil
                close(.tooMuchInput(limitPerUser: limit))
            } else if lifecycle.phase == .handingOver, lastCall?.isStream == true {
                connection.cancelCall()
            }
        }
    }

    /// Closes the connection because of malformed input.
    func reject(_ violation: ProtocolViolation) {
        environment.report(.protocolViolation(id, peer: peer, violation))
        close(.protocolViolation)
    }
}
