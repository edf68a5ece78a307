/// A call as a gate sees it.
public struct CallRequest: Sendable {
    let call: ServerCall

    /// The name of the interface, such as `io.trellis.Items`.
    public var interface: String { call.interface }

    /// The method: its bare name, and what the contract says of it.
    public var method: VarlinkContract.Method { call.served.method }

    /// The name of the method with the interface before it, such as `io.trellis.Items.Add`.
    public var qualifiedMethod: String { call.qualifiedMethod }

    /// The parameters as they came: an object that is well-formed, and not yet checked against the contract.
    ///
    /// Empty once the method has read them: an observer that needs them keeps what it needs.
    public var parameters: EncodedJSON { call.message.parameters }

    /// Who is calling, and how they want to be answered.
    public var context: CallContext { call.context }
}
