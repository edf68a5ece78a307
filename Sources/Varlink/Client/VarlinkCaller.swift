/// What carries calls to a service: ``VarlinkConnection`` over a socket, ``LocalCaller`` within the process.
///
/// Conforming types carry messages; the typed calls of generated clients are made of that.
public protocol VarlinkCaller: Sendable {
    /// Makes a call and waits for its only reply.
    ///
    /// - Parameter call: Its mode is ``CallMessage/Mode-swift.enum/single``.
    /// - Returns: The reply, or the error that the service answered with.
    /// - Throws: What keeps the reply from coming, such as ``VarlinkConnectionError``, or `CancellationError`.
    func reply(to call: CallMessage) async throws -> ReplyMessage

    /// Makes a call that may have several replies.
    ///
    /// - Parameter call: Its mode is ``CallMessage/Mode-swift.enum/more``.
    /// - Returns: What the replies come from; the last one is without `continues`.
    /// - Throws: What keeps the call from being sent.
    func replies(to call: CallMessage) async throws -> any ReplySource

    /// Makes a call without a reply, and returns when it is on its way.
    ///
    /// - Parameter call: Its mode is ``CallMessage/Mode-swift.enum/oneway``.
    /// - Throws: What keeps the call from being sent.
    func send(_ call: CallMessage) async throws
}

/// The replies of one call, while they come.
///
/// One task takes them.
///
/// Whoever lets go of it before the last reply has come ends the call.
public protocol ReplySource: AnyObject, Sendable {
    /// The next reply; nil after the last one, or after an error of the service.
    ///
    /// - Throws: What keeps the reply from coming. The call has ended then.
    func next() async throws -> ReplyMessage?
}
