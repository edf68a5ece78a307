// Generated from org.example.keyword-errors.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.keyword-errors`.
public enum KeywordErrorsContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.keyword-errors",
        description: #"""
            interface org.example.keyword-errors

            error Default (default: string, in: (a, b), inout: int, let: int, var: int)

            error Self ()

            """#,
        methods: [])
}

/// The errors of `org.example.keyword-errors`.
public enum KeywordErrorsError: VarlinkError, Hashable {
    /// The error `Default`.
    case `default`(`default`: String, `in`: DefaultIn, `inout`: Int, `let`: Int, `var`: Int)
    /// The error `Self`.
    case self_

    /// The interface that declares these errors.
    public static let interface = "org.example.keyword-errors"

    /// The name of the error, without the name of the interface.
    public var name: String {
        switch self {
        case .`default`: "Default"
        case .self_: "Self"
        }
    }

    /// Encodes the parameters of the error as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .`default`(let `default`, let `in`, let `inout`, let `let`, let `var`):
            writer.field("default", `default`)
            writer.field("in", `in`)
            writer.field("inout", `inout`)
            writer.field("let", `let`)
            writer.field("var", `var`)
        case .self_:
            break
        }
        writer.endObject()
    }

    /// Decodes the parameters of an error. The result is nil if the interface has no error of this name.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Default":
            var `default`: String?
            var `in`: DefaultIn?
            var `inout`: Int?
            var `let`: Int?
            var `var`: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "default":
                    `default` = try reader.field("default", as: String.self)
                case "in":
                    `in` = try reader.field("in", as: DefaultIn.self)
                case "inout":
                    `inout` = try reader.field("inout", as: Int.self)
                case "let":
                    `let` = try reader.field("let", as: Int.self)
                case "var":
                    `var` = try reader.field("var", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .`default`(
                default: try reader.require(`default`, "default"),
                in: try reader.require(`in`, "in"),
                `inout`: try reader.require(`inout`, "inout"),
                let: try reader.require(`let`, "let"),
                var: try reader.require(`var`, "var"))
        case "Self":
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try reader.unknownField(key)
            }
            self = .self_
        default:
            return nil
        }
    }

    /// The type `(a, b)` of `in`.
    public enum DefaultIn: String, VarlinkEnum, CaseIterable {
        /// The value `a`.
        case a
        /// The value `b`.
        case b
    }
}

/// An implementation of `org.example.keyword-errors`, with a function for each method.
public protocol KeywordErrorsService: VarlinkInterface {}

extension KeywordErrorsService {
    /// The contract of `org.example.keyword-errors`.
    public static var contract: VarlinkContract { KeywordErrorsContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.keyword-errors`.
public struct KeywordErrorsClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
