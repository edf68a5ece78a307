// Generated from org.example.enum-comments.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.enum-comments`.
public enum EnumCommentsContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.enum-comments",
        description: #"""
            interface org.example.enum-comments

            # An enumeration.
            type Level (
              # A value.
              low,
              # Another one,
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
        /// Another one,
        /// in two lines.
        case high
        /// The value `undocumented`.
        case undocumented
    }
}

/// What serves `org.example.enum-comments`: one function for each method.
public protocol EnumCommentsService: VarlinkInterface {}

extension EnumCommentsService {
    /// The contract of `org.example.enum-comments`.
    public static var contract: VarlinkContract { EnumCommentsContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.enum-comments`.
public struct EnumCommentsClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
