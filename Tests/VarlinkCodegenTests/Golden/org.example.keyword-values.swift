// Generated from org.example.keyword-values.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.keyword-values`.
public enum KeywordValuesContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.keyword-values",
        description: #"""
            interface org.example.keyword-values

            type Keywords (
              default,
              self,
              init,
              case,
              true,
              nil,
              none,
              some,
              allCases,
              rawValue
            )

            """#,
        methods: [])

    /// The type `Keywords`.
    public enum Keywords: String, VarlinkEnum, CaseIterable {
        /// The value `default`.
        case `default`
        /// The value `self`.
        case self_ = "self"
        /// The value `init`.
        case `init`
        /// The value `case`.
        case `case`
        /// The value `true`.
        case `true`
        /// The value `nil`.
        case `nil`
        /// The value `none`.
        case none
        /// The value `some`.
        case `some`
        /// The value `allCases`.
        case allCases_ = "allCases"
        /// The value `rawValue`.
        case rawValue
    }
}

/// An implementation of `org.example.keyword-values`, with a function for each method.
public protocol KeywordValuesService: VarlinkInterface {}

extension KeywordValuesService {
    /// The contract of `org.example.keyword-values`.
    public static var contract: VarlinkContract { KeywordValuesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.keyword-values`.
public struct KeywordValuesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
