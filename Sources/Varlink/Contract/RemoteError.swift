/// An error that a service answered with, and that is not one of the types which the caller knows.
///
/// A method that throws one answers with the same error, so that it can be handed on.
public struct RemoteError: Error, Hashable, Sendable {
    /// The qualified name, such as `io.systemd.System`.
    public let name: String

    /// The parameters.
    public let parameters: JSONObject

    /// Makes an error.
    public init(name: String, parameters: JSONObject = JSONObject()) {
        self.name = name
        self.parameters = parameters
    }
}

extension RemoteError: CustomStringConvertible {
    /// The name, and the parameters when there are any.
    public var description: String {
        parameters.members.isEmpty ? name : name + " " + JSONValue.object(parameters).formatted()
    }
}
