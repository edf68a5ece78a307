/// The replies of a call with `more`, as they come.
///
/// Each iteration makes a call of its own. Who ends one before the last reply, by leaving the loop or by cancelling
/// its task, ends the call in the only way that Varlink has: its connection is closed.
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

    /// Begins an iteration.
    ///
    /// The call is made when the first reply is asked for.
    public func makeAsyncIterator() -> Iterator {
        Iterator(phase: .ready(start), decode: decode)
    }

    /// One call, and its replies as they come.
    public struct Iterator: AsyncIteratorProtocol {
        enum Phase {
            case ready(@Sendable () async throws -> any ReplySource)
            case running(any ReplySource)
            case ended
        }

        var phase: Phase
        let decode: @Sendable (ReplyMessage) throws -> Reply

        /// The next reply; nil after the last one.
        ///
        /// - Throws: An error of the service, or what keeps the reply from coming. The iteration has ended then.
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
