/// A call as a gate sees it.
public struct CallRequest: Sendable {
    /// The name of the interface, such as `io.trellis.Items`.
    public let interface: String

    /// The method: its bare name, and what the contract says of it.
    public let method: VarlinkContract.Method

    /// The name of the method with the interface before it, such as `io.trellis.Items.Add`.
    public let qualifiedMethod: String

    /// The parameters as they came: an object that is well-formed, and not yet checked against the contract.
    public let parameters: EncodedJSON

    /// Who is calling, and how they want to be answered.
    public let context: CallContext
}
