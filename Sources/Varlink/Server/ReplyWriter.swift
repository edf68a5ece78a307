/// Takes the replies of a call that come before its last one.
///
/// The last reply is the value that the method returns. Who sends a list one element a reply therefore holds one
/// element back; `send(contentsOf:)` does that.
///
/// Any number of tasks may send through one writer at a time. Each reply is sent whole; those of different tasks come in
/// any order.
public struct ReplyWriter<Reply: VarlinkValue>: Sendable {
    private let sink: any ReplySink
    private let more: Bool

    init(sink: any ReplySink, more: Bool) {
        self.sink = sink
        self.more = more
    }

    /// Sends a reply after which others follow.
    ///
    /// Waits while the client reads slowly: until the bytes that it has not read are below the server's limit.
    ///
    /// - Throws: ``ServiceError/expectedMore`` when the call is without the flag `more`,
    ///   ``ServerCallError/clientGone`` when nobody reads any more, ``ServerCallError/ended`` after the call's handler
    ///   has returned, ``VarlinkEncodingError`` when Varlink can't carry the reply, `CancellationError` when the task
    ///   is cancelled.
    public func send(_ reply: Reply) async throws {
        guard more else { throw ServiceError.expectedMore }
        try await sink.send(ReplyMessage(parameters: reply, continues: true).encoded())
    }

    /// Sends all elements of a sequence but the last.
    ///
    /// - Returns: The last element, for the method to return; nil when the sequence has none.
    /// - Throws: What the sequence throws, and what ``send(_:)`` throws.
    public func send<Elements: AsyncSequence>(
        contentsOf elements: Elements
    ) async throws -> Reply? where Elements.Element == Reply {
        var last: Reply?
        for try await element in elements {
            if let last { try await send(last) }
            last = element
        }
        return last
    }

    /// Sends all elements of a sequence but the last.
    ///
    /// - Returns: The last element, for the method to return; nil when the sequence has none.
    /// - Throws: What ``send(_:)`` throws.
    public func send(contentsOf elements: some Sequence<Reply>) async throws -> Reply? {
        var last: Reply?
        for element in elements {
            if let last { try await send(last) }
            last = element
        }
        return last
    }
}
