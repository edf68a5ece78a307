/// An error reply whose type the caller does not know.
///
/// A method that throws a `RemoteError` sends that error as the reply.
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
