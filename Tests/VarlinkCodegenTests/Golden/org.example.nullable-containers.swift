// Generated from org.example.nullable-containers.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.nullable-containers`.
public enum NullableContainersContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.nullable-containers",
        description: #"""
            interface org.example.nullable-containers

            type Holder (
              list: ?[]int,
              table: ?[string]float
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `list: ?[]int`.
        public var list: [Int]?
        /// The field `table: ?[string]float`.
        public var table: [String: Double]?

        /// Makes a value from its fields.
        public init(list: [Int]? = nil, table: [String: Double]? = nil) {
            self.list = list
            self.table = table
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var list: [Int]?
            var table: [String: Double]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "list":
                    list = try reader.optionalField("list", as: [Int].self)
                case "table":
                    table = try reader.optionalField("table", as: [String: Double].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.list = list
            self.table = table
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("list", list)
            writer.optionalField("table", table)
            writer.endObject()
        }
    }
}

/// What serves `org.example.nullable-containers`: one function for each method.
public protocol NullableContainersService: VarlinkInterface {}

extension NullableContainersService {
    /// The contract of `org.example.nullable-containers`.
    public static var contract: VarlinkContract { NullableContainersContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nullable-containers`.
public struct NullableContainersClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
