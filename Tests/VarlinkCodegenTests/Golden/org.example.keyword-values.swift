// Generated from org.example.keyword-values.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.keyword-values`.
public enum KeywordValuesContract {
    /// What a server announces of this interface, and what a client may check against.
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

/// What serves `org.example.keyword-values`: one function for each method.
public protocol KeywordValuesService: VarlinkInterface {}

extension KeywordValuesService {
    /// The contract of `org.example.keyword-values`.
    public static var contract: VarlinkContract { KeywordValuesContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.keyword-values`.
public struct KeywordValuesClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
