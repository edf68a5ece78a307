/// The replies of a stream within the process.
final class LocalReplySource: ReplySource {
    private let replies: BoundedQueue<[UInt8]>
    private let task: Task<Void, Never>

    /// - Parameter serve: Serves the call, and returns its last reply.
    init(_ serve: @escaping @Sendable (any ReplySink) async throws -> [UInt8]) {
        let replies = BoundedQueue<[UInt8]>(limit: 16)
        self.replies = replies
        // The replies are taken by whoever iterates, in no scope that this could be a child of. This object owns the
        // task: it is cancelled when nobody can take replies any more.
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
            return try await replies.next().map(LocalCaller.parse)
        } catch {
            task.cancel()
            throw error
        }
    }
}

private struct QueueReplySink: ReplySink {
    let queue: BoundedQueue<[UInt8]>

    func send(_ reply: [UInt8]) async throws {
        switch try await queue.send(reply) {
        case .accepted: break
        case .closed: throw ServerCallError.clientGone
        case .ended: throw ServerCallError.ended
        }
    }
}
