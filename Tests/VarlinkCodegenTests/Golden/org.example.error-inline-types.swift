// Generated from org.example.error-inline-types.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.error-inline-types`.
public enum ErrorInlineTypesContract {
    /// What a server announces of this interface, and what a client may check against.
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

    /// The error's name, without that of the interface.
    public var name: String {
        switch self {
        case .failed: "Failed"
        }
    }

    /// Writes the error's parameters as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .failed(let reason, let `where`):
            writer.field("reason", reason)
            writer.optionalField("where", `where`)
        }
        writer.endObject()
    }

    /// Reads the error of a name from its parameters; nil where the interface has no such error.
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

    /// What `reason` holds: `(broken, lost)`.
    public enum FailedReason: String, VarlinkEnum, CaseIterable {
        /// The value `broken`.
        case broken
        /// The value `lost`.
        case lost
    }

    /// What `where` holds: `(line: int, column: int)`.
    public struct FailedWhere: VarlinkValue, Hashable {
        /// The field `line: int`.
        public var line: Int
        /// The field `column: int`.
        public var column: Int

        /// Makes a value from its fields.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("line", line)
            writer.field("column", column)
            writer.endObject()
        }
    }
}

/// What serves `org.example.error-inline-types`: one function for each method.
public protocol ErrorInlineTypesService: VarlinkInterface {}

extension ErrorInlineTypesService {
    /// The contract of `org.example.error-inline-types`.
    public static var contract: VarlinkContract { ErrorInlineTypesContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.error-inline-types`.
public struct ErrorInlineTypesClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
