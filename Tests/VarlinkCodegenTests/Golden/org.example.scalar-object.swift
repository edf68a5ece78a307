// Generated from org.example.scalar-object.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.scalar-object`.
public enum ScalarObjectContract {
    /// The description of the interface, which a server publishes and a client may compare.
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

        /// Creates a value from its fields.
        public init(value: JSONObject) {
            self.value = value
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("value", value)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.scalar-object`, with a function for each method.
public protocol ScalarObjectService: VarlinkInterface {}

extension ScalarObjectService {
    /// The contract of `org.example.scalar-object`.
    public static var contract: VarlinkContract { ScalarObjectContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.scalar-object`.
public struct ScalarObjectClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
