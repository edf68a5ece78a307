// Generated from org.example.containers-of-nullables.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.containers-of-nullables`.
public enum ContainersOfNullablesContract {
    /// The description of the interface, which a server publishes and a client may compare.
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

        /// Creates a value from its fields.
        public init(gaps: [String?], table: [String: Int?]) {
            self.gaps = gaps
            self.table = table
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("gaps", gaps)
            writer.field("table", table)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.containers-of-nullables`, with a function for each method.
public protocol ContainersOfNullablesService: VarlinkInterface {}

extension ContainersOfNullablesService {
    /// The contract of `org.example.containers-of-nullables`.
    public static var contract: VarlinkContract { ContainersOfNullablesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.containers-of-nullables`.
public struct ContainersOfNullablesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
