// Generated from org.example.containers-of-nullables.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.containers-of-nullables`.
public enum ContainersOfNullablesContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.containers-of-nullables",
        description: #"""
            interface org.example.containers-of-nullables

            type Holder (
              gaps: []?string,
              table: [string]?int
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `gaps: []?string`.
        public var gaps: [String?]
        /// The field `table: [string]?int`.
        public var table: [String: Int?]

        /// Makes a value from its fields.
        public init(gaps: [String?], table: [String: Int?]) {
            self.gaps = gaps
            self.table = table
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var gaps: [String?]?
            var table: [String: Int?]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "gaps":
                    gaps = try reader.field("gaps", as: [String?].self)
                case "table":
                    table = try reader.field("table", as: [String: Int?].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.gaps = try reader.require(gaps, "gaps")
            self.table = try reader.require(table, "table")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("gaps", gaps)
            writer.field("table", table)
            writer.endObject()
        }
    }
}

/// What serves `org.example.containers-of-nullables`: one function for each method.
public protocol ContainersOfNullablesService: VarlinkInterface {}

extension ContainersOfNullablesService {
    /// The contract of `org.example.containers-of-nullables`.
    public static var contract: VarlinkContract { ContainersOfNullablesContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.containers-of-nullables`.
public struct ContainersOfNullablesClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
