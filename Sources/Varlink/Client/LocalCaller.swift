import Synchronization

/// Calls the interfaces of a router in the same process, without a socket.
///
/// Calls and replies are encoded and decoded as on a socket, so that both behave the same. Calls are independent of
/// each other and may run concurrently. A call runs in the task that makes it, on the executor of the interface, and is
/// cancelled with that task.
public struct LocalCaller: VarlinkCaller {
    /// The router that serves the calls.
    public let router: VarlinkRouter

    /// The credentials in the context of the calls; nil for an unspecified caller.
    public let peer: PeerCredentials?

    /// The part of this process that makes the calls for the peer; nil for none.
    public let origin: String?

    private let connection = LocalConnection()

    /// Creates a caller.
    ///
    /// - Parameters:
    ///   - router: The router that serves the calls.
    ///   - peer: The credentials in the context of the calls; nil by default.
    ///   - origin: The part of this process that makes the calls for the peer, in the context of the calls; nil by default.
    public init(router: VarlinkRouter, peer: PeerCredentials? = nil, origin: String? = nil) {
        self.router = router
        self.peer = peer
        self.origin = origin
    }

    /// Makes a call and waits for its only reply.
    ///
    /// - Throws: ``ProtocolViolation`` when the call would be malformed on a socket.
    public func reply(to call: CallMessage) async throws -> ReplyMessage {
        try await ReplyMessage(parsingLocal: serve(call, sink: NoReplySink()))
    }

    /// Makes a call that may have several replies.
    ///
    /// The call runs in a task of its own. A task that waits for a reply is therefore resumed at once when it is cancelled,
    /// even if the method ignores the cancellation. This is also possible for a call with a single reply.
    ///
    /// - Throws: ``ProtocolViolation`` when the call would be malformed on a socket.
    public func replies(to call: CallMessage) async throws -> any ReplySource {
        LocalReplySource { sink in
            try await serve(call, sink: sink)
        }
    }

    /// Makes a call without a reply, and returns when the call has been served.
    ///
    /// - Throws: ``ProtocolViolation`` when the call would be malformed on a socket.
    public func send(_ call: CallMessage) async throws {
        _ = try await serve(call, sink: NoReplySink())
    }

    private func serve(_ call: CallMessage, sink: any ReplySink) async throws -> [UInt8] {
        let message = try CallMessage(parsing: call.encoded().dropLast(), maximumDepth: JSONScanner.defaultMaximumDepth)
        let number = connection.nextCall()
        switch router.route(message) {
        case .reply(let bytes):
            return bytes
        case .method(let served):
            let context = CallContext(
                peer: peer, origin: origin, connection: connection.id, mode: message.mode, inspection: nil,
                endHandlers: connection.endHandlers, localState: nil)
            let call = ServerCall(message, of: served.method, in: served.interface, context: context, sink: sink)
            let identity = CallIdentity(connection: connection.id, number: number, userID: peer?.userID)
            let reply = await withTaskExecutorPreference(served.executor(for: peer?.userID)) {
                await CallIdentity.$current.withValue(identity) { await router.serve(call, by: served) }
            }
            // Calls retain the connection, contexts do not. The connection therefore ends after its last call, even if
            // a context is still referenced.
            withExtendedLifetime(connection) {}
            return reply
        }
    }
}

/// The state that the calls of a caller and of its copies share.
private final class LocalConnection: Sendable {
    let id = ConnectionID()
    let endHandlers = ConnectionEndHandlers()
    private let calls = Atomic<UInt64>(0)

    /// Returns the number of a new call.
    func nextCall() -> UInt64 { calls.wrappingAdd(1, ordering: .relaxed).newValue }

    deinit {
        endHandlers.run()
    }
}
