// Generated from org.example.interface-comment.varlink. Do not edit: change the interface and build again.

public import Varlink

/// First line.
///
/// Second paragraph with "quotes", a \backslash, """ three quotes,
/// a raw end """# and another """## and an interpolation \#(x) \(y).
public enum InterfaceCommentContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.interface-comment",
        description: ###"""
            # First line.
            #
            # Second paragraph with "quotes", a \backslash, """ three quotes,
            # a raw end """# and another """## and an interpolation \#(x) \(y).
            interface org.example.interface-comment

            """###,
        methods: [])
}

/// An implementation of `org.example.interface-comment`, with a function for each method.
public protocol InterfaceCommentService: VarlinkInterface {}

extension InterfaceCommentService {
    /// The contract of `org.example.interface-comment`.
    public static var contract: VarlinkContract { InterfaceCommentContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.interface-comment`.
public struct InterfaceCommentClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
