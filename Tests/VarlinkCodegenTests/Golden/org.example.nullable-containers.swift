// Generated from org.example.nullable-containers.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.nullable-containers`.
public enum NullableContainersContract {
    /// The description of the interface, which a server publishes and a client may compare.
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

        /// Creates a value from its fields.
        public init(list: [Int]? = nil, table: [String: Double]? = nil) {
            self.list = list
            self.table = table
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("list", list)
            writer.optionalField("table", table)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.nullable-containers`, with a function for each method.
public protocol NullableContainersService: VarlinkInterface {}

extension NullableContainersService {
    /// The contract of `org.example.nullable-containers`.
    public static var contract: VarlinkContract { NullableContainersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nullable-containers`.
public struct NullableContainersClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
