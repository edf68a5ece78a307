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
}
