// Generated from org.example.keyword-errors.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.keyword-errors`.
public enum KeywordErrorsContract {
    /// What a server announces of this interface, and what a client may check against.
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

    /// The error's name, without that of the interface.
    public var name: String {
        switch self {
        case .`default`: "Default"
        case .self_: "Self"
        }
    }

    /// Writes the error's parameters as a JSON object.
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

    /// Reads the error of a name from its parameters; nil where the interface has no such error.
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

    /// What `in` holds: `(a, b)`.
    public enum DefaultIn: String, VarlinkEnum, CaseIterable {
        /// The value `a`.
        case a
        /// The value `b`.
        case b
    }
}

/// What serves `org.example.keyword-errors`: one function for each method.
public protocol KeywordErrorsService: VarlinkInterface {}

extension KeywordErrorsService {
    /// The contract of `org.example.keyword-errors`.
    public static var contract: VarlinkContract { KeywordErrorsContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.keyword-errors`.
public struct KeywordErrorsClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
