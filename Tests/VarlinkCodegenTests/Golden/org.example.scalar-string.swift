// Generated from org.example.scalar-string.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.scalar-string`.
public enum ScalarStringContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.scalar-string",
        description: #"""
            interface org.example.scalar-string

            type Holder (
              value: string
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `value: string`.
        public var value: String

        /// Creates a value from its fields.
        public init(value: String) {
            self.value = value
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var value: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value":
                    value = try reader.field("value", as: String.self)
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

/// An implementation of `org.example.scalar-string`, with a function for each method.
public protocol ScalarStringService: VarlinkInterface {}

extension ScalarStringService {
    /// The contract of `org.example.scalar-string`.
    public static var contract: VarlinkContract { ScalarStringContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.scalar-string`.
public struct ScalarStringClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
