/// A call, as passed to an interceptor.
public struct CallRequest: Sendable {
    let call: ServerCall

    /// The name of the interface, such as `io.trellis.Items`.
    public var interface: String { call.interface }

    /// The method: its name and its properties in the contract.
    public var method: VarlinkContract.Method { call.contractMethod }

    /// The qualified name of the method, such as `io.trellis.Items.Add`.
    public var qualifiedMethod: String { call.qualifiedMethod }

    /// The parameters as received: a well-formed object that has not been checked against the contract.
    ///
    /// Empty once the method has read them. An interceptor copies the parameters that its completion handler needs.
    public var parameters: EncodedJSON { call.message.parameters }

    /// The caller, and the replies that it expects.
    public var context: CallContext { call.context }

    /// Checks the permission of the call again before each reply except the final one, because a stream has no end.
    ///
    /// Call this function before the method runs. A later call replaces the check.
    ///
    /// - Parameter check: Throws the error that ends the stream. The method receives it from ``ReplyWriter/send(_:)``.
    public func checkReplies(with check: @escaping @Sendable () throws -> Void) {
        call.replyCheck.withLock { $0 = check }
    }
}
