// Generated from org.example.enum-comments.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.enum-comments`.
public enum EnumCommentsContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.enum-comments",
        description: #"""
            interface org.example.enum-comments

            # An enumeration.
            type Level (
              # A value.
              low,
              # Another value,
              # in two lines.
              high,
              undocumented
            )

            """#,
        methods: [])

    /// An enumeration.
    public enum Level: String, VarlinkEnum, CaseIterable {
        /// A value.
        case low
        /// Another value,
        /// in two lines.
        case high
        /// The value `undocumented`.
        case undocumented
    }
}

/// An implementation of `org.example.enum-comments`, with a function for each method.
public protocol EnumCommentsService: VarlinkInterface {}

extension EnumCommentsService {
    /// The contract of `org.example.enum-comments`.
    public static var contract: VarlinkContract { EnumCommentsContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.enum-comments`.
public struct EnumCommentsClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
