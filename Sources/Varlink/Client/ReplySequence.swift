/// The replies of a call with the flag `more`.
///
/// Each iteration makes a separate call. Leaving the loop or cancelling its task before the final reply closes the
/// connection, because Varlink has no other way to end a call.
public struct ReplySequence<Reply: VarlinkValue>: AsyncSequence, Sendable {
    /// The replies.
    public typealias Element = Reply

    private let start: @Sendable () async throws -> any ReplySource
    private let decode: @Sendable (ReplyMessage) throws -> Reply

    init(
        start: @escaping @Sendable () async throws -> any ReplySource,
        decode: @escaping @Sendable (ReplyMessage) throws -> Reply
    ) {
        self.start = start
        self.decode = decode
    }

    /// Starts an iteration.
    ///
    /// The call is made when the first reply is requested.
    public func makeAsyncIterator() -> Iterator {
        Iterator(phase: .ready(start), decode: decode)
    }

    /// The replies of one call.
    public struct Iterator: AsyncIteratorProtocol {
        enum Phase {
            case ready(@Sendable () async throws -> any ReplySource)
            case running(any ReplySource)
            case ended
        }

        var phase: Phase
        let decode: @Sendable (ReplyMessage) throws -> Reply

        /// Returns the next reply; nil after the final one.
        ///
        /// - Throws: An error of the service or of the connection. The iteration has then ended.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Reply? {
            do {
                let source: any ReplySource
                switch phase {
                case .ready(let start): source = try await start()
                case .running(let running): source = running
                case .ended: return nil
                }
                phase = .running(source)
                guard let message = try await source.next() else {
                    phase = .ended
                    return nil
                }
                let reply = try decode(message)
                if !message.continues { phase = .ended }
                return reply
            } catch {
                phase = .ended
                throw error
            }
        }
    }
}
