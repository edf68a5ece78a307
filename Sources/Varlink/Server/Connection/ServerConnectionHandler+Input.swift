import NIOCore

extension ServerConnectionHandler {
    /// Whether more input may be read.
    ///
    /// An incomplete message is always read, so that it can become complete. Beyond that, the input that is read ahead
    /// is limited. During a handover, nothing is read, and the next server reads the remaining input.
    var mayRead: Bool {
        if lifecycle.phase == .handingOver { return false }
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

    /// Charges the user for the waiting input, and checks the size and the age of an incomplete message.
    ///
    /// An oversized message closes the connection before it is complete.
    func updateInputAccount() {
        guard lifecycle.acceptsInput else { return }
        if framer.isPartialMessageTooLarge && lifecycle.isChannelOpen {
            return reject(.messageTooLarge(limit: framer.maximumMessageSize))
        }
        let limit = configuration.maximumInputSizePerUser
        if input?.update(to: framer.waitingBytes) ?? 0 > limit {
            close(.tooMuchInput(limitPerUser: limit))
        } else if framer.hasPartialMessage && lifecycle.isChannelOpen {
            armMessageTimer()
        }
    }
}
