// Generated from org.example.nothing.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.nothing`.
public enum NothingContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.nothing",
        description: #"""
            interface org.example.nothing

            """#,
        methods: [])
}

/// An implementation of `org.example.nothing`, with a function for each method.
public protocol NothingService: VarlinkInterface {}

extension NothingService {
    /// The contract of `org.example.nothing`.
    public static var contract: VarlinkContract { NothingContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nothing`.
public struct NothingClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
