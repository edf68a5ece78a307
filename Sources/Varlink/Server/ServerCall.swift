public import VarlinkIDL

/// A call in progress.
public final class ServerCall: Sendable {
    private enum FinalReply {
        case none
        case given(ReplyMessage)
        case ended
    }

    /// The caller, and the replies that it expects.
    public let context: CallContext

    /// The method: its name and its properties in the contract.
    let contractMethod: VarlinkContract.Method

    /// The name of the interface, such as `io.trellis.Items`.
    public let interface: String

    let sink: any ReplySink

    /// The qualified name of the method, such as `io.trellis.Items.Add`.
    public let qualifiedMethod: String

    private struct Input {
        var message: CallMessage
        var isRead = false
    }

    /// The received message.
    ///
    /// The parameters are released once they have been read.
    private let input: Lock<Input>

    /// Called before each reply except the final one; see ``CallRequest/checkReplies(with:)``.
    let replyCheck = Lock<(@Sendable () throws -> Void)?>(nil)

    /// The final reply, until the call ends.
    private let finalReply = Lock(FinalReply.none)

    init(
        _ message: CallMessage, of method: VarlinkContract.Method, in interface: String, context: CallContext,
        sink: any ReplySink
    ) {
        self.context = context
        self.contractMethod = method
        self.interface = interface
        self.qualifiedMethod = message.method
        self.input = Lock(Input(message: message))
        self.sink = sink
    }

    /// The unqualified name of the method, such as `Add`.
    public var method: String { contractMethod.name }

    /// The received message, without its parameters once they have been read.
    var message: CallMessage {
        input.withLock { $0.message }
    }

    /// Decodes the parameters as the type that the interface declares, and releases the message.
    ///
    /// May be called once, so that a long call does not retain the message in addition to its parameters.
    ///
    /// - Throws: ``ServiceError/invalidParameter(parameter:)`` with the path of the first parameter that is missing,
    ///   mistyped, unknown or duplicate; ``ServerCallError/tooMuchInput(limitPerUser:)``;
    ///   ``ServerCallError/parametersAlreadyRead`` on a second call.
    public func parameters<Parameters: VarlinkValue>(as type: Parameters.Type) throws -> Parameters {
        let input = input.withLock { $0 }
        if input.isRead { throw ServerCallError.parametersAlreadyRead }
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

    /// Returns the writer of the replies that precede the final one.
    ///
    /// - Parameters:
    ///   - type: The type of the replies.
    ///   - streaming: Whether the method may or must stream, according to the contract.
    /// - Returns: The writer. The writer of a oneway call drops its replies.
    /// - Throws: ``ServiceError/expectedMore`` when the method requires the flag `more` and the call lacks it.
    public func replies<Reply: VarlinkValue>(
        of type: Reply.Type, streaming: Streaming
    ) throws -> ReplyWriter<Reply> {
        if streaming == .required && !context.more { throw ServiceError.expectedMore }
        return ReplyWriter(
            sink: context.oneway ? NoReplySink() : sink, more: context.more || context.oneway,
            check: replyCheck.withLock(\.self))
    }

    /// Sets the final reply, which is sent when ``VarlinkInterface/handle(_:)`` returns.
    ///
    /// Required for a oneway call, too; its reply is dropped.
    ///
    /// - Throws: ``ServerCallError`` when the call already has a final reply or has ended, ``VarlinkEncodingError``
    ///   when Varlink cannot represent the reply.
    public func reply(_ value: some VarlinkValue) throws {
        let reply = try ReplyMessage(parameters: value)
        try finalReply.withLock { (finalReply) throws(ServerCallError) in
            switch finalReply {
            case .none: finalReply = .given(reply)
            case .given: throw .alreadyReplied
            case .ended: throw .ended
            }
        }
    }

    /// Sends an error as the final reply, although ``VarlinkInterface/handle(_:)`` has not returned.
    ///
    /// For a call whose code blocks its thread, and can't be cancelled. The connection serves its next call, and later
    /// replies of this one are dropped. Without effect on a call that has ended, and on a call within the process, which
    /// runs in the task of its caller.
    ///
    /// - Parameter error: The error, which the router maps like one that the method throws.
    public func abandon(with error: any Error) { sink.abandon(with: error) }

    /// Ends the call.
    ///
    /// - Returns: The final reply; nil when there is none.
    func end() -> ReplyMessage? {
        finalReply.withLock { finalReply in
            defer { finalReply = .ended }
            if case .given(let reply) = finalReply { return reply }
            return nil
        }
    }
}
