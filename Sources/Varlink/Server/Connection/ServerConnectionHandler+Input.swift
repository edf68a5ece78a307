import NIOCore

extension ServerConnectionHandler {
    /// Whether the client has read enough to be sent more.
    ///
    /// If not, ``outputDidDrain()`` is called when it has.
    var isOutputLow: Bool {
        guard let connection, !isClientGone else { return isClientGone }
        return connection.hasRoomOrTell()
    }

    /// Whether more input may come: always for a call that has not come whole, so that it can; a little ahead else.
    var mayRead: Bool {
        if framer.waitingBytes == 0 { return true }
        let waiting = framer.waitingMessages
        if waiting == 0 { return true }
        return waiting < configuration.maximumWaitingCalls && framer.waitingBytes < configuration.readAheadSize
    }

    func resumeReading() {
        guard isReadDeferred, mayRead else { return }
        isReadDeferred = false
        framer.noteProgress()
        context?.read()
    }

    /// Counts what waits, for this connection's user, and the size and time of a message that has not come whole.
    ///
    /// One that is too large is not kept until it has its turn. When the client has gone, what waits is still counted.
    func settleInput() {
        if isClosing { return }
        if framer.isPartTooLarge && !isClientGone { return violate(.messageTooLarge(limit: framer.maximumMessageSize)) }
        let limit = configuration.maximumInputSizePerUser
        if input?.settle(framer.waitingBytes) ?? 0 > limit {
            closeWhenWritten(.tooMuchInput(limitPerUser: limit))
        } else if framer.hasPartOfMessage && !isClientGone {
            armMessageTimer()
        }
    }
}
