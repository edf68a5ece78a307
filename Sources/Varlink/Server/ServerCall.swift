public import VarlinkIDL

/// A call that is being served.
public struct ServerCall: Sendable {
    /// The name of the interface, such as `io.trellis.Items`.
    public let interface: String

    /// The bare name of the method, such as `Add`.
    public let method: String

    /// Who is calling, and how they want to be answered.
    public let context: CallContext

    let streaming: Streaming
    let message: CallMessage
    let sink: any ReplySink
    private let answer = CallAnswer()

    init(_ message: CallMessage, of served: ServedMethod, context: CallContext, sink: any ReplySink) {
        self.interface = served.interface
        self.method = served.method.name
        self.streaming = served.method.streaming
        self.context = context
        self.message = message
        self.sink = sink
    }

    /// The name of the method with the interface before it, such as `io.trellis.Items.Add`.
    public var qualifiedMethod: String { message.method }

    /// The parameters, read as the type that the interface declares.
    ///
    /// - Throws: ``ServiceError/invalidParameter(parameter:)`` with the path of the first one that is missing, of
    ///   another type, unknown, or there twice.
    public func parameters<Parameters: VarlinkValue>(as type: Parameters.Type) throws -> Parameters {
        do throws(VarlinkDecodingError) {
            if let duplicate = message.duplicateField { throw duplicate }
            return try message.parameters.decode(as: type)
        } catch {
            throw ServiceError.invalidParameter(parameter: error.path)
        }
    }

    /// What takes the replies before the last one.
    ///
    /// - Parameters:
    ///   - type: The type of the replies.
    ///   - streaming: What the contract says of the method.
    /// - Returns: The writer. That of a oneway call drops what it is given.
    /// - Throws: ``ServiceError/expectedMore`` when the method requires the flag `more` and the call is without.
    public func replies<Reply: VarlinkValue>(
        of type: Reply.Type, streaming: Streaming
    ) throws -> ReplyWriter<Reply> {
        if streaming == .required && !context.more { throw ServiceError.expectedMore }
        return ReplyWriter(sink: context.oneway ? NoReplySink() : sink, more: context.more || context.oneway)
    }

    /// Answers the call with its only or last reply, which leaves when ``VarlinkInterface/handle(_:)`` returns.
    ///
    /// A oneway call is answered all the same; its reply goes nowhere.
    ///
    /// - Throws: ``ServerCallError`` when the call has been answered or has ended, ``VarlinkEncodingError`` when
    ///   Varlink can't carry the reply.
    public func reply(_ value: some VarlinkValue) async throws {
        try answer.set(ReplyMessage(parameters: value))
    }

    /// The call as a gate sees it.
    func request(of method: VarlinkContract.Method) -> CallRequest {
        CallRequest(
            interface: interface, method: method, qualifiedMethod: qualifiedMethod, parameters: message.parameters,
            context: context)
    }

    /// Ends the call.
    ///
    /// - Returns: What it was answered with; nil when it was not.
    func end() -> ReplyMessage? {
        answer.take()
    }
}

/// The last reply of a call, until the call ends.
private final class CallAnswer: Sendable {
    private enum State {
        case open
        case answered(ReplyMessage)
        case ended
    }

    private let state = Lock(State.open)

    func set(_ reply: ReplyMessage) throws(ServerCallError) {
        try state.withLock { (state) throws(ServerCallError) in
            switch state {
            case .open: state = .answered(reply)
            case .answered: throw .alreadyAnswered
            case .ended: throw .ended
            }
        }
    }

    func take() -> ReplyMessage? {
        state.withLock { state in
            defer { state = .ended }
            if case .answered(let reply) = state { return reply }
            return nil
        }
    }
}
