/// The replies of a stream from a router in the same process.
final class LocalReplySource: ReplySource {
    private let replies: BoundedQueue<[UInt8]>
    private let task: Task<Void, Never>

    /// - Parameter serve: Serves the call, and returns its final reply.
    init(_ serve: @escaping @Sendable (any ReplySink) async throws -> [UInt8]) {
        let replies = BoundedQueue<[UInt8]>(limit: 16)
        self.replies = replies
        // Unstructured, because an iteration has no structured scope for a child task. This object owns the task, and
        // cancels the task when the object is released.
        self.task = Task {
            do {
                let last = try await serve(QueueReplySink(queue: replies))
                replies.finish(with: last)
            } catch {
                replies.fail(error)
            }
        }
    }

    deinit {
        task.cancel()
        replies.close()
    }

    func next() async throws -> ReplyMessage? {
        do {
            return try await replies.next().map { try ReplyMessage(parsingLocal: $0) }
        } catch {
            task.cancel()
            throw error
        }
    }
}

extension ReplyMessage {
    /// Parses a reply as a client does.
    ///
    /// - Parameter bytes: The message with the NUL that ends it.
    /// - Throws: The violation that makes the message malformed.
    init(parsingLocal bytes: [UInt8]) throws(ProtocolViolation) {
        try self.init(parsing: bytes.dropLast(), maximumDepth: JSONScanner.defaultMaximumDepth)
    }
}

private struct QueueReplySink: ReplySink {
    let queue: BoundedQueue<[UInt8]>

    func send(_ reply: [UInt8]) async throws {
        switch try await queue.send(reply) {
        case .accepted: break
        case .closed: throw ServerCallError.connectionClosed
        case .ended: throw ServerCallError.ended
        }
    }
}
