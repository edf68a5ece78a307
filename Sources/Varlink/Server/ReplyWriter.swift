/// Sends the replies of a call that precede its final reply.
///
/// The final reply is the value that the method returns. A method that sends a listing, one element per reply,
/// therefore has to hold back one reply: `send(contentsOf:ifEmpty:)` and ``sendListing(ifEmpty:_:)`` do so.
///
/// Several tasks may use one writer concurrently. Each reply is sent as a whole; the order between tasks is
/// unspecified.
public struct ReplyWriter<Reply: VarlinkValue>: Sendable {
    private let sink: any ReplySink
    private let more: Bool
    private let check: (@Sendable () throws -> Void)?

    init(sink: any ReplySink, more: Bool, check: (@Sendable () throws -> Void)? = nil) {
        self.sink = sink
        self.more = more
        self.check = check
    }

    /// Sends a reply that is not the final one.
    ///
    /// Suspends while the unread bytes of the connection exceed ``VarlinkServerConfiguration/unreadReplySize``.
    ///
    /// - Throws: ``ServiceError/expectedMore`` when the call lacks the flag `more`;
    ///   ``ServerCallError/connectionClosed`` when the client has closed the connection;
    ///   ``ServerCallError/unreadReplyTimeout`` when the client has stopped reading; ``ServerCallError/ended`` after
    ///   the call's handler has returned; ``VarlinkEncodingError`` when Varlink cannot represent the reply;
    ///   `CancellationError` when the task is cancelled; the error of an interceptor that no longer permits the call
    ///   (``CallRequest/checkReplies(with:)``).
    public func send(_ reply: Reply) async throws {
        guard more else { throw ServiceError.expectedMore }
        try check?()
        try await sink.send(ReplyMessage(parameters: reply, continues: true).encoded())
    }
}
