/// A connection to a service: ``VarlinkConnection`` over a socket, ``LocalCaller`` within the process.
///
/// Conforming types transfer untyped messages. Generated clients add typed functions.
public protocol VarlinkCaller: Sendable {
    /// Makes a call and waits for its only reply.
    ///
    /// - Parameter call: The call, with the mode ``CallMessage/Mode-swift.enum/single``.
    /// - Returns: The reply or error of the service.
    /// - Throws: An error of the connection, such as ``VarlinkConnectionError``, or `CancellationError`.
    func reply(to call: CallMessage) async throws -> ReplyMessage

    /// Makes a call that may have several replies.
    ///
    /// - Parameter call: The call, with the mode ``CallMessage/Mode-swift.enum/more``.
    /// - Returns: The source of the replies. Only the final one lacks `continues`.
    /// - Throws: An error of the connection.
    func replies(to call: CallMessage) async throws -> any ReplySource

    /// Sends a call that has no reply, and returns when the call has been sent.
    ///
    /// - Parameter call: The call, with the mode ``CallMessage/Mode-swift.enum/oneway``.
    /// - Throws: An error of the connection.
    func send(_ call: CallMessage) async throws
}

/// The source of the replies of one call.
///
/// One task takes the replies. Releasing the source before the final reply ends the call.
public protocol ReplySource: AnyObject, Sendable {
    /// Returns the next reply; nil after the final reply or an error of the service.
    ///
    /// - Throws: An error of the connection. The call has then ended.
    func next() async throws -> ReplyMessage?
}
