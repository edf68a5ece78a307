import NIOCore

/// The timers of a connection.
struct ConnectionTimers {
    /// Closes the connection when a message stays incomplete.
    var message: Scheduled<Void>?

    /// Closes the channel when the last replies cannot be written.
    var closing: Scheduled<Void>?

    /// Ends the stream of a client that does not read.
    var reader: Scheduled<Void>?

    /// Closes the connection when it is idle.
    var idle: Scheduled<Void>?

    /// Whether a call has arrived since the last check.
    private(set) var hasSeenCall = false

    mutating func noteCall() {
        hasSeenCall = true
    }

    /// Returns whether a call has arrived since the last check.
    mutating func takeCall() -> Bool {
        defer { hasSeenCall = false }
        return hasSeenCall
    }

    mutating func cancelAll() {
        for timer in [message, closing, reader, idle] { timer?.cancel() }
        (message, closing, reader, idle) = (nil, nil, nil, nil)
    }
}
