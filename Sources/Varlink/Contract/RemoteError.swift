/// An error reply that is not one of the types known to the caller.
///
/// A method that throws one replies with the same error.
public struct RemoteError: Error, Hashable, Sendable {
    /// The qualified name, such as `io.systemd.System`.
    public let name: String

    /// The parameters.
    public let parameters: JSONObject

    /// Creates an error.
    public init(name: String, parameters: JSONObject = JSONObject()) {
        self.name = name
        self.parameters = parameters
    }
}

extension RemoteError: CustomStringConvertible {
    /// The name, followed by the parameters if there are any.
    public var description: String {
        parameters.members.isEmpty ? name : name + " " + JSONValue.object(parameters).formatted()
    }
}
