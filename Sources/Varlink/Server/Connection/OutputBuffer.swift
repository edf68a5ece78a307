/// The replies of a connection that are not in its socket's buffer yet.
///
/// Tasks append replies from any thread. The event loop takes all accumulated replies at once and passes them to
/// SwiftNIO. The type has no side effects.
struct OutputBuffer {
    /// The high-water mark in bytes: while more is unread, senders and further calls wait.
    let unreadLimit: Int

    /// The bytes that the event loop has not taken yet.
    private var pending: [UInt8] = []

    /// The number of bytes that SwiftNIO has not written to the socket yet.
    private var unwritten = 0

    /// Whether a flush on the event loop has been scheduled.
    private var isFlushScheduled = false

    /// Whether the channel is closed.
    ///
    /// Bytes are then dropped.
    private(set) var isClosed = false

    init(unreadLimit: Int) {
        self.unreadLimit = unreadLimit
    }

    /// The number of unread bytes.
    var unread: Int { pending.count + unwritten }

    /// Whether the unread bytes are below the high-water mark.
    var hasRoom: Bool { unread < unreadLimit }

    /// Whether all bytes have been written to the socket.
    var isDrained: Bool { pending.isEmpty && unwritten == 0 }

    /// Appends one or more whole messages.
    ///
    /// - Returns: Whether the caller has to schedule a flush on the event loop.
    mutating func append(_ bytes: [UInt8]) -> Bool {
        if isClosed { return false }
        if pending.isEmpty { pending = bytes } else { pending.append(contentsOf: bytes) }
        defer { isFlushScheduled = true }
        return !isFlushScheduled
    }

    /// Takes the pending bytes, which the caller passes to SwiftNIO.
    ///
    /// - Parameter last: Bytes to write after the pending ones.
    /// - Returns: The bytes to write.
    mutating func take(followedBy last: [UInt8]) -> [UInt8] {
        isFlushScheduled = false
        if isClosed { return [] }
        var bytes = pending
        pending = []
        if bytes.isEmpty { bytes = last } else { bytes.append(contentsOf: last) }
        unwritten += bytes.count
        return bytes
    }

    /// Records that SwiftNIO has written bytes to the socket.
    mutating func didWrite(_ count: Int) {
        unwritten -= count
    }

    /// Drops the pending bytes, because the channel is closed.
    mutating func close() {
        isClosed = true
        pending = []
    }
}
