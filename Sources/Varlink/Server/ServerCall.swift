public import VarlinkIDL

/// A call that is being served.
public final class ServerCall: Sendable {
    private enum Answer {
        case none
        case given(ReplyMessage)
        case ended
    }

    /// Who is calling, and how they want to be answered.
    public let context: CallContext

    let served: ServedMethod
    let message: CallMessage
    let sink: any ReplySink

    /// The last reply, until the call ends.
    private let answer = Lock(Answer.none)

    init(_ message: CallMessage, of served: ServedMethod, context: CallContext, sink: any ReplySink) {
        self.context = context
        self.served = served
        self.message = message
        self.sink = sink
    }

    /// The name of the interface, such as `io.trellis.Items`.
    public var interface: String { served.interface }

    /// The bare name of the method, such as `Add`.
    public var method: String { served.method.name }

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
    public func reply(_ value: some VarlinkValue) throws {
        let reply = try ReplyMessage(parameters: value)
        try answer.withLock { (answer) throws(ServerCallError) in
            switch answer {
            case .none: answer = .given(reply)
            case .given: throw .alreadyAnswered
            case .ended: throw .ended
            }
        }
    }

    /// Ends the call.
    ///
    /// - Returns: What it was answered with; nil when it was not.
    func end() -> ReplyMessage? {
        answer.withLock { answer in
            defer { answer = .ended }
            if case .given(let reply) = answer { return reply }
            return nil
        }
    }
}
