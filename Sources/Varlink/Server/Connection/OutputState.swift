import Glibc

/// The replies of a connection on their way to its client: which bytes go where, and who writes them.
///
/// Whoever has bytes writes them to the socket at once, from its own thread, when nobody else is writing and nothing
/// waits; that spares a call the way over the event loop. What the socket does not take, and what comes while somebody
/// writes, is pending: the one who writes takes it along, or else the event loop does, when the client has read enough.
///
/// A value without side effects: its transitions say what is to be done.
struct OutputState {
    /// What the caller has to do.
    enum Step: Equatable {
        case nothing
        /// Write these bytes, and report by ``wrote(_:of:)``.
        case write([UInt8], to: CInt)
        /// Tell the event loop to take what is pending.
        case flush
        /// Tell those who wait, the senders and the event loop, that everything has been written.
        case tellDrained
        /// Close this descriptor, which nobody uses any more.
        case close(CInt)
    }

    /// Beyond so many unread bytes, senders and further calls wait.
    let unreadLimit: Int

    /// What nobody has taken yet.
    private(set) var pending: [UInt8] = []

    /// How many bytes SwiftNIO has, which the socket has not taken yet.
    private(set) var unwritten = 0

    /// A second descriptor of the socket, for threads other than the event loop's: SwiftNIO may close its own at any
    /// time.
    private(set) var descriptor: CInt?

    private(set) var isClosed = false

    private var isWriting = false
    private var isFlushScheduled = false

    /// Whether somebody waits for room, or for the end, and is to be told by ``Step/tellDrained``.
    ///
    /// What SwiftNIO has written is told anyhow.
    private var isAwaited = false

    init(unreadLimit: Int) {
        self.unreadLimit = unreadLimit
    }

    /// How many bytes wait for the client to read, its socket's buffer apart.
    var unread: Int { pending.count + unwritten }

    /// Whether the client has read enough to be sent more.
    var hasRoom: Bool { unread < unreadLimit }

    /// Whether the socket has taken everything.
    var isDrained: Bool { unread == 0 && !isWriting }

    /// Gives the descriptor for ``write(_:on:)``; only one is taken.
    mutating func useDescriptor(_ new: CInt) {
        descriptor = new
    }

    /// Asks whether there is room; if not, it is told when there is.
    mutating func hasRoomOrTell() -> Bool {
        if !hasRoom { isAwaited = true }
        return hasRoom
    }

    /// Takes bytes.
    ///
    /// - Parameters:
    ///   - bytes: One or more whole messages.
    ///   - own: A descriptor of the socket that the caller knows to be open; by default the second descriptor.
    /// - Returns: What the caller has to do.
    mutating func write(_ bytes: [UInt8], on own: CInt? = nil) -> Step {
        if isClosed { return .nothing }
        if unread == 0, !isWriting, let descriptor = own ?? descriptor {
            isWriting = true
            return .write(bytes, to: descriptor)
        }
        if pending.isEmpty { pending = bytes } else { pending.append(contentsOf: bytes) }
        return flushStep
    }

    /// The socket has taken so many of the bytes.
    ///
    /// - Parameters:
    ///   - count: How many; negative when writing failed, which the event loop finds out about by itself.
    ///   - bytes: What was to be written.
    ///   - own: The descriptor that was written to.
    /// - Returns: What the caller has to do next.
    mutating func wrote(_ count: Int, of bytes: [UInt8], to own: CInt) -> Step {
        isWriting = false
        if isClosed { return closeStep }
        if count < bytes.count {
            pending.insert(contentsOf: bytes[max(count, 0)...], at: 0)
        } else if !pending.isEmpty {
            isWriting = true
            defer { pending = [] }
            return .write(pending, to: own)
        }
        if isAwaited && isDrained {
            isAwaited = false
            return .tellDrained
        }
        return flushStep
    }

    /// Hands what is pending to the event loop, unless somebody is writing: that one sees to it then.
    mutating func take() -> [UInt8] {
        isFlushScheduled = false
        if isWriting { return [] }
        unwritten += pending.count
        defer { pending = [] }
        return pending
    }

    /// The socket has taken so many of the bytes that SwiftNIO had, which those who wait are told.
    mutating func didWrite(_ count: Int) {
        unwritten -= count
        if hasRoom { isAwaited = false }
    }

    /// Nothing more is written after what there is.
    ///
    /// - Returns: Whether all has been written. If not, the event loop is told when it has.
    mutating func end() -> Bool {
        if !isDrained { isAwaited = true }
        return isDrained
    }

    /// Nobody reads any more.
    mutating func close() -> Step {
        isClosed = true
        pending = []
        return closeStep
    }

    private var flushStep: Step {
        mutating get {
            if pending.isEmpty || isWriting || isFlushScheduled { return .nothing }
            isFlushScheduled = true
            return .flush
        }
    }

    /// Who writes at the moment closes the descriptor afterwards.
    private var closeStep: Step {
        mutating get {
            guard !isWriting, let closing = descriptor else { return .nothing }
            descriptor = nil
            return .close(closing)
        }
    }
}
