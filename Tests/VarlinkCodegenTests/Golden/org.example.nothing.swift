// Generated from org.example.nothing.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.nothing`.
public enum NothingContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.nothing",
        description: #"""
            interface org.example.nothing

            """#,
        methods: [])
}

/// What serves `org.example.nothing`: one function for each method.
public protocol NothingService: VarlinkInterface {}

extension NothingService {
    /// The contract of `org.example.nothing`.
    public static var contract: VarlinkContract { NothingContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nothing`.
public struct NothingClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
