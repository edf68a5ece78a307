import NIOCore

/// What closes a connection, or ends a stream, when its time has come.
struct ConnectionTimers {
    /// A message has begun and must be whole by then.
    var message: Scheduled<Void>?

    /// The last replies must be written by then.
    var closing: Scheduled<Void>?

    /// Looks whether the client has read anything.
    var reader: Scheduled<Void>?

    /// Looks whether a call has come.
    var idle: Scheduled<Void>?

    /// Whether a call has come since the last look.
    private(set) var hasSeenCall = false

    mutating func noteCall() {
        hasSeenCall = true
    }

    /// Looks whether a call has come since the last look.
    mutating func takeCall() -> Bool {
        defer { hasSeenCall = false }
        return hasSeenCall
    }

    mutating func cancelAll() {
        for timer in [message, closing, reader, idle] { timer?.cancel() }
        (message, closing, reader, idle) = (nil, nil, nil, nil)
    }
}
