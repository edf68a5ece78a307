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
    let sink: any ReplySink

    /// The name of the method with the interface before it, such as `io.trellis.Items.Add`.
    public let qualifiedMethod: String

    private struct Input {
        var message: CallMessage
        var isRead = false
    }

    /// The call as it came, whose parameters are released once they have been read.
    private let input: Lock<Input>

    /// The last reply, until the call ends.
    private let answer = Lock(Answer.none)

    init(_ message: CallMessage, of served: ServedMethod, context: CallContext, sink: any ReplySink) {
        self.context = context
        self.served = served
        self.qualifiedMethod = message.method
        self.input = Lock(Input(message: message))
        self.sink = sink
    }

    /// The name of the interface, such as `io.trellis.Items`.
    public var interface: String { served.interface }

    /// The bare name of the method, such as `Add`.
    public var method: String { served.method.name }

    /// The call as it came, without its parameters when they have been read.
    var message: CallMessage {
        input.withLock { $0.message }
    }

    /// Reads the parameters as the type that the interface declares, and releases the message.
    ///
    /// Once: a call that lasts keeps what was read, and not the message as well.
    ///
    /// - Throws: ``ServiceError/invalidParameter(parameter:)`` with the path of the first one that is missing, of
    ///   another type, unknown, or there twice; ``ServerCallError/tooMuchInput(limitPerUser:)``;
    ///   ``ServerCallError/parametersRead`` the second time.
    public func parameters<Parameters: VarlinkValue>(as type: Parameters.Type) throws -> Parameters {
        let input = input.withLock { $0 }
        if input.isRead { throw ServerCallError.parametersRead }
        let limit = sink.parameterLimit
        let parameters: Parameters
        let size: Int
        do throws(VarlinkDecodingError) {
            if let duplicate = input.message.duplicateField { throw duplicate }
            (parameters, size) = try input.message.parameters.decode(as: type, within: limit)
        } catch {
            if case .tooLarge = error.reason { throw ServerCallError.tooMuchInput(limitPerUser: limit) }
            throw ServiceError.invalidParameter(parameter: error.path.shortened)
        }
        self.input.withLock { input in
            input.isRead = true
            input.message.parameters = .emptyObject
        }
        try sink.charge(size)
        return parameters
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
