// Generated from org.example.scalar-any.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.scalar-any`.
public enum ScalarAnyContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.scalar-any",
        description: #"""
            interface org.example.scalar-any

            type Holder (
              value: any
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `value: any`.
        public var value: JSONValue

        /// Makes a value from its fields.
        public init(value: JSONValue) {
            self.value = value
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var value: JSONValue?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value":
                    value = try reader.field("value", as: JSONValue.self)
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

/// What serves `org.example.scalar-any`: one function for each method.
public protocol ScalarAnyService: VarlinkInterface {}

extension ScalarAnyService {
    /// The contract of `org.example.scalar-any`.
    public static var contract: VarlinkContract { ScalarAnyContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.scalar-any`.
public struct ScalarAnyClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
