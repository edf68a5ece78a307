/// The reply to GetInfo, which is created when it is first needed.
final class InformationReply: Sendable {
    /// A reply and its encoded form.
    struct Encoded: Sendable {
        let message: ReplyMessage
        let bytes: [UInt8]
    }

    private let stored = Lock<Encoded?>(nil)

    /// Returns the reply, and creates it if necessary.
    func value(_ make: () -> ReplyMessage) -> Encoded {
        if let value = stored.withLock({ $0 }) { return value }
        let message = make()
        let value = Encoded(message: message, bytes: message.encoded())
        return stored.withLock { stored in
            if let stored { return stored }
            stored = value
            return value
        }
    }
}
