/// Calls the interfaces of a router in the same process, without a socket.
///
/// Calls and replies are encoded and decoded as on a socket, so that nothing works here that would not work there. Each
/// call stands alone: calls of several tasks run side by side. A call runs in the task that makes it, on the executor
/// of the interface, and is cancelled with it.
public struct LocalCaller: VarlinkCaller {
    /// What serves the calls.
    public let router: VarlinkRouter

    /// What the calls say of who is calling; nil for nobody in particular.
    public let peer: PeerCredentials?

    private let connection = LocalConnection()

    /// Makes a caller.
    ///
    /// - Parameters:
    ///   - router: What serves the calls.
    ///   - peer: What the calls say of who is calling; nil by default.
    public init(router: VarlinkRouter, peer: PeerCredentials? = nil) {
        self.router = router
        self.peer = peer
    }

    /// Makes a call and waits for its only reply.
    ///
    /// - Throws: ``ProtocolViolation`` when the call would be none on a socket.
    public func reply(to call: CallMessage) async throws -> ReplyMessage {
        try await Self.parse(serve(call, sink: NoReplySink()))
    }

    /// Makes a call that may have several replies.
    ///
    /// - Throws: ``ProtocolViolation`` when the call would be none on a socket.
    public func replies(to call: CallMessage) async throws -> any ReplySource {
        LocalReplySource { sink in
            try await serve(call, sink: sink)
        }
    }

    /// Makes a call without a reply, and returns when it has been served.
    ///
    /// - Throws: ``ProtocolViolation`` when the call would be none on a socket.
    public func send(_ call: CallMessage) async throws {
        _ = try await serve(call, sink: NoReplySink())
    }

    private func serve(_ call: CallMessage, sink: any ReplySink) async throws -> [UInt8] {
        let message = try CallMessage(parsing: call.encoded().dropLast(), maximumDepth: JSONScanner.defaultMaximumDepth)
        switch router.route(message) {
        case .answer(let bytes):
            return bytes
        case .method(let served):
            let context = CallContext(
                peer: peer, connection: connection.id, mode: message.mode, inspection: nil, end: connection.end)
            let call = ServerCall(message, of: served, context: context, sink: sink)
            let reply = await withTaskExecutorPreference(served.executorPreference) {
                await router.serve(call)
            }
            // Calls keep the connection, contexts do not: it ends after its last call, whoever still has the context of
            // one.
            withExtendedLifetime(connection) {}
            return reply
        }
    }

    /// Reads a reply as a client does.
    static func parse(_ bytes: [UInt8]) throws -> ReplyMessage {
        try ReplyMessage(parsing: bytes.dropLast(), maximumDepth: JSONScanner.defaultMaximumDepth)
    }
}

/// What all calls of a caller, and of its copies, have in common.
private final class LocalConnection: Sendable {
    let id = ConnectionID()
    let end = ConnectionEnd()

    deinit {
        // Whoever lets go of a caller may hold a lock.
        end.fire()
    }
}
