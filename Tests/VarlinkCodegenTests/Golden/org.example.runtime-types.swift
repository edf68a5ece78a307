// Generated from org.example.runtime-types.varlink. Do not edit: change the interface and build.

public import Varlink

/// Types that are named like the runtime's.
public enum RuntimeTypesContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.runtime-types",
        description: #"""
            # Types that are named like the runtime's.
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

    /// The type `Type`.
    public struct Type_: VarlinkValue, Hashable {
        /// The field `type: ?Type`.
        public var type: Type_? {
            get { _type.first }
            set { _type = newValue.map { [$0] } ?? [] }
        }
        /// Keeps `type`: a structure can't hold one of its own kind, an array of none or one can.
        private var _type: [Type_]

        /// Makes a value from its fields.
        public init(type: Type_? = nil) {
            self._type = type.map { [$0] } ?? []
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
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

/// What serves `org.example.runtime-types`: one function for each method.
public protocol RuntimeTypesService: VarlinkInterface {}

extension RuntimeTypesService {
    /// The contract of `org.example.runtime-types`.
    public static var contract: VarlinkContract { RuntimeTypesContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.runtime-types`.
public struct RuntimeTypesClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
