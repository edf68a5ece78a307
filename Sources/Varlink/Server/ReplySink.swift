/// The destination of a call's replies other than the final one, and the account of its parameters' memory.
protocol ReplySink: Sendable {
    /// The maximum memory that the call's parameters may take once they are decoded, in bytes.
    var parameterLimit: Int { get }

    /// Sends an encoded reply, and waits while too much is unread.
    ///
    /// - Throws: ``ServerCallError`` when the connection is closed or the client does not read, `CancellationError`
    ///   when the task is cancelled.
    func send(_ reply: [UInt8]) async throws

    /// Charges the call for its decoded parameters instead of its message, which has been released.
    ///
    /// - Parameter size: The memory that the parameters take, in bytes.
    /// - Throws: ``ServerCallError`` when the memory exceeds the limit of the user, or the call has ended.
    func charge(_ size: Int) throws(ServerCallError)

    /// Ends the call with an error, although its task has not ended.
    func abandon(with error: any Error)
}

extension ReplySink {
    /// No limit: the caller is in this process.
    var parameterLimit: Int { .max }

    /// Does nothing: the caller is in this process.
    func charge(_ size: Int) {}

    /// Does nothing: the caller runs the call in its own task.
    func abandon(with error: any Error) {}
}

/// Drops all replies, for calls without intermediate replies.
struct NoReplySink: ReplySink {
    func send(_ reply: [UInt8]) async throws {}
}
