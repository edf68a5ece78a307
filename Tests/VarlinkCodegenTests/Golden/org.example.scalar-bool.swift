// Generated from org.example.scalar-bool.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.scalar-bool`.
public enum ScalarBoolContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.scalar-bool",
        description: #"""
            interface org.example.scalar-bool

            type Holder (
              value: bool
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `value: bool`.
        public var value: Bool

        /// Creates a value from its fields.
        public init(value: Bool) {
            self.value = value
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var value: Bool?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value":
                    value = try reader.field("value", as: Bool.self)
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

/// An implementation of `org.example.scalar-bool`, with a function for each method.
public protocol ScalarBoolService: VarlinkInterface {}

extension ScalarBoolService {
    /// The contract of `org.example.scalar-bool`.
    public static var contract: VarlinkContract { ScalarBoolContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.scalar-bool`.
public struct ScalarBoolClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
