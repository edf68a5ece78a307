// Generated from org.example.runtime-types.varlink. Do not edit: change the interface and build again.

public import Varlink

/// Types with the names of types of the runtime.
public enum RuntimeTypesContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.runtime-types",
        description: #"""
            # Types with the names of types of the runtime.
            interface org.example.runtime-types

            type JSONValue (
              value: object
            )

            type Type (
              type: ?Type
            )

            type VarlinkValue (
              value: any
            )

            """#,
        methods: [])

    /// The type `JSONValue`.
    public struct JSONValue_: VarlinkValue, Hashable {
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

    /// The type `Type`.
    public struct Type_: VarlinkValue, Hashable {
        /// The field `type: ?Type`.
        public var type: Type_? {
            get { _type.first }
            set { _type = newValue.map { [$0] } ?? [] }
        }
        /// The storage of `type`: an array, because a structure can't contain itself directly.
        private var _type: [Type_]

        /// Creates a value from its fields.
        public init(type: Type_? = nil) {
            self._type = type.map { [$0] } ?? []
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var type: Type_?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "type":
                    type = try reader.optionalField("type", as: Type_.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self._type = type.map { [$0] } ?? []
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("type", type)
            writer.endObject()
        }
    }

    /// The type `VarlinkValue`.
    public struct VarlinkValue_: VarlinkValue, Hashable {
        /// The field `value: any`.
        public var value: JSONValue

        /// Creates a value from its fields.
        public init(value: JSONValue) {
            self.value = value
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("value", value)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.runtime-types`, with a function for each method.
public protocol RuntimeTypesService: VarlinkInterface {}

extension RuntimeTypesService {
    /// The contract of `org.example.runtime-types`.
    public static var contract: VarlinkContract { RuntimeTypesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.runtime-types`.
public struct RuntimeTypesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
