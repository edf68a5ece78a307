/// The destination of a call's replies other than the final one, and the account of its parameters' memory.
protocol ReplySink: Sendable {
    /// The maximum memory that the call's parameters may take once they are decoded, in bytes.
    var parameterLimit: Int { get }

    /// Sends an encoded reply, and waits while too much is unread.
    ///
    /// - Throws: ``ServerCallError``, or `CancellationError`.
    func send(_ reply: [UInt8]) async throws

    /// Charges the call for its decoded parameters instead of its message, which has been released.
    ///
    /// - Parameter size: The memory that the parameters take, in bytes.
    /// - Throws: ``ServerCallError``, when that is more than may be kept.
    func charge(_ size: Int) throws(ServerCallError)
}

extension ReplySink {
    /// No limit: the caller is in this process.
    var parameterLimit: Int { .max }

    /// Does nothing: the caller is in this process.
    func charge(_ size: Int) {}
}

/// Drops all replies, for calls without intermediate replies.
struct NoReplySink: ReplySink {
    func send(_ reply: [UInt8]) async throws {}
}
