// Generated from org.example.error-inline-types.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.error-inline-types`.
public enum ErrorInlineTypesContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.error-inline-types",
        description: #"""
            interface org.example.error-inline-types

            error Failed (reason: (broken, lost), where: ?(line: int, column: int))

            """#,
        methods: [])
}

/// The errors of `org.example.error-inline-types`.
public enum ErrorInlineTypesError: VarlinkError, Hashable {
    /// The error `Failed`.
    case failed(reason: FailedReason, `where`: FailedWhere?)

    /// The interface that declares these errors.
    public static let interface = "org.example.error-inline-types"

    /// The name of the error, without the name of the interface.
    public var name: String {
        switch self {
        case .failed: "Failed"
        }
    }

    /// Encodes the parameters of the error as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .failed(let reason, let `where`):
            writer.field("reason", reason)
            writer.optionalField("where", `where`)
        }
        writer.endObject()
    }

    /// Decodes the parameters of an error. The result is nil if the interface has no error of this name.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Failed":
            var reason: FailedReason?
            var `where`: FailedWhere?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "reason":
                    reason = try reader.field("reason", as: FailedReason.self)
                case "where":
                    `where` = try reader.optionalField("where", as: FailedWhere.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .failed(reason: try reader.require(reason, "reason"), where: `where`)
        default:
            return nil
        }
    }

    /// The type `(broken, lost)` of `reason`.
    public enum FailedReason: String, VarlinkEnum, CaseIterable {
        /// The value `broken`.
        case broken
        /// The value `lost`.
        case lost
    }

    /// The type `(line: int, column: int)` of `where`.
    public struct FailedWhere: VarlinkValue, Hashable {
        /// The field `line: int`.
        public var line: Int
        /// The field `column: int`.
        public var column: Int

        /// Creates a value from its fields.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var line: Int?
            var column: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "line":
                    line = try reader.field("line", as: Int.self)
                case "column":
                    column = try reader.field("column", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.line = try reader.require(line, "line")
            self.column = try reader.require(column, "column")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("line", line)
            writer.field("column", column)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.error-inline-types`, with a function for each method.
public protocol ErrorInlineTypesService: VarlinkInterface {}

extension ErrorInlineTypesService {
    /// The contract of `org.example.error-inline-types`.
    public static var contract: VarlinkContract { ErrorInlineTypesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.error-inline-types`.
public struct ErrorInlineTypesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
