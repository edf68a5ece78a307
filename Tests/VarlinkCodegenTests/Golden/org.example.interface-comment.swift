// Generated from org.example.interface-comment.varlink. Do not edit: change the interface and build.

public import Varlink

/// First line.
///
/// Second paragraph with "quotes", a \backslash, """ three quotes,
/// a raw end """# and another """## and an interpolation \#(x) \(y).
public enum InterfaceCommentContract {
    /// What a server announces of this interface, and what a client may check against.
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

/// What serves `org.example.interface-comment`: one function for each method.
public protocol InterfaceCommentService: VarlinkInterface {}

extension InterfaceCommentService {
    /// The contract of `org.example.interface-comment`.
    public static var contract: VarlinkContract { InterfaceCommentContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.interface-comment`.
public struct InterfaceCommentClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
