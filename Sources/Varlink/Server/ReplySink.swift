/// Where the replies of one call go, the last one apart.
protocol ReplySink: Sendable {
    /// Takes an encoded reply, and waits while too much is unread.
    ///
    /// - Throws: ``ServerCallError``, or `CancellationError`.
    func send(_ reply: [UInt8]) async throws
}

/// The end of every call that nobody waits for: what it is given is dropped.
struct NoReplySink: ReplySink {
    func send(_ reply: [UInt8]) async throws {}
}
