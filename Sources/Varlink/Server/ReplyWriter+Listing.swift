// A listing is one reply per element, or one empty reply if it has no elements. Only its last reply lacks the flag
// `continues`. Each function therefore holds back the last reply and returns it, for the method to return.

extension ReplyWriter {
    /// Sends a listing whose elements are known.
    ///
    /// ```swift
    /// return try await replies.send(contentsOf: items.map { .init(item: $0) }, ifEmpty: .init(item: nil))
    /// ```
    ///
    /// - Parameters:
    ///   - elements: The replies, in order.
    ///   - empty: The reply of a listing without elements.
    /// - Returns: The final reply, for the method to return.
    /// - Throws: The errors of ``send(_:)``.
    public func send(contentsOf elements: some Sequence<Reply>, ifEmpty empty: Reply) async throws -> Reply {
        try await send(contentsOf: elements) ?? empty
    }

    /// Sends a listing whose elements arrive asynchronously.
    ///
    /// - Parameters:
    ///   - elements: The replies, in order.
    ///   - empty: The reply of a listing without elements.
    /// - Returns: The final reply, for the method to return.
    /// - Throws: The errors of the sequence and of ``send(_:)``.
    public func send<Elements: AsyncSequence>(
        contentsOf elements: Elements, ifEmpty empty: Reply
    ) async throws -> Reply where Elements.Element == Reply {
        try await send(contentsOf: elements) ?? empty
    }

    /// Sends a listing that a closure produces, element by element.
    ///
    /// ```swift
    /// return try await replies.sendListing(ifEmpty: .init(item: nil)) { send in
    ///     for page in pages { for item in try await page.items { try await send(.init(item: item)) } }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - empty: The reply of a listing without elements.
    ///   - body: Produces the listing. The argument is a closure that sends one element. This closure suspends while
    ///     the client reads slowly, throws the errors of ``send(_:)``, and throws ``ServerCallError/ended`` after
    ///     `body` has returned. Several tasks may call this closure concurrently; the order between them is
    ///     unspecified.
    /// - Returns: The final reply, for the method to return.
    /// - Throws: The errors of `body`.
    public func sendListing(
        ifEmpty empty: Reply,
        _ body: (_ send: @escaping @Sendable (Reply) async throws -> Void) async throws -> Void
    ) async throws -> Reply {
        let pending = PendingReply<Reply>()
        try await body { reply in
            if let previous = try pending.replace(with: reply) { try await send(previous) }
        }
        return pending.end() ?? empty
    }

    /// Sends all elements of a sequence except the last one.
    ///
    /// - Returns: The last element, for the method to return; nil when the sequence is empty.
    /// - Throws: The errors of ``send(_:)``.
    public func send(contentsOf elements: some Sequence<Reply>) async throws -> Reply? {
        var last: Reply?
        for element in elements {
            if let last { try await send(last) }
            last = element
        }
        return last
    }

    /// Sends all elements of an asynchronous sequence except the last one.
    ///
    /// - Returns: The last element, for the method to return; nil when the sequence is empty.
    /// - Throws: The errors of the sequence and of ``send(_:)``.
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
}

/// The reply that a listing holds back until the next one or the end of the listing.
private final class PendingReply<Reply: VarlinkValue>: Sendable {
    private struct State {
        var reply: Reply?
        var hasEnded = false
    }

    private let state = Lock(State())

    /// Stores a reply.
    ///
    /// - Returns: The reply that was stored before, which is to be sent.
    func replace(with reply: Reply) throws(ServerCallError) -> Reply? {
        try state.withLock { (state) throws(ServerCallError) in
            if state.hasEnded { throw .ended }
            defer { state.reply = reply }
            return state.reply
        }
    }

    /// Ends the listing.
    ///
    /// - Returns: The stored reply, which is the final one; nil when there was none.
    func end() -> Reply? {
        state.withLock { state in
            state.hasEnded = true
            defer { state.reply = nil }
            return state.reply
        }
    }
}
