// Generated from org.example.scalar-object.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.scalar-object`.
public enum ScalarObjectContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.scalar-object",
        description: #"""
            interface org.example.scalar-object

            type Holder (
              value: object
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `value: object`.
        public var value: JSONObject

        /// Makes a value from its fields.
        public init(value: JSONObject) {
            self.value = value
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var value: JSONObject?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value":
                    value = try reader.field("value", as: JSONObject.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.value = try reader.require(value, "value")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("value", value)
            writer.endObject()
        }
    }
}

/// What serves `org.example.scalar-object`: one function for each method.
public protocol ScalarObjectService: VarlinkInterface {}

extension ScalarObjectService {
    /// The contract of `org.example.scalar-object`.
    public static var contract: VarlinkContract { ScalarObjectContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.scalar-object`.
public struct ScalarObjectClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
