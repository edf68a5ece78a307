// Generated from org.example.empty.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.empty`.
public enum EmptyContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.empty",
        description: #"""
            interface org.example.empty

            """#,
        methods: [])
}

/// What serves `org.example.empty`: one function for each method.
public protocol EmptyCommands: VarlinkInterface {}

extension EmptyCommands {
    /// The contract of `org.example.empty`.
    public static var contract: VarlinkContract { EmptyContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.empty`.
public struct EmptyClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
