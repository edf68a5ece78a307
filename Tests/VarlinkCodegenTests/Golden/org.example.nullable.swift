// Generated from org.example.nullable.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.nullable`.
public enum NullableContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.nullable",
        description: #"""
            interface org.example.nullable

            type Holder (
              flag: ?bool,
              whole: ?int,
              half: ?float,
              text: ?string,
              payload: ?object,
              value: ?any,
              named: ?Holder2,
              must: int
            )

            type Holder2 (
              text: string
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `flag: ?bool`.
        public var flag: Bool?
        /// The field `whole: ?int`.
        public var whole: Int?
        /// The field `half: ?float`.
        public var half: Double?
        /// The field `text: ?string`.
        public var text: String?
        /// The field `payload: ?object`.
        public var payload: JSONObject?
        /// The field `value: ?any`.
        public var value: JSONValue?
        /// The field `named: ?Holder2`.
        public var named: Holder2?
        /// The field `must: int`.
        public var must: Int

        /// Creates a value from its fields.
        public init(
            flag: Bool? = nil,
            whole: Int? = nil,
            half: Double? = nil,
            text: String? = nil,
            payload: JSONObject? = nil,
            value: JSONValue? = nil,
            named: Holder2? = nil,
            must: Int
        ) {
            self.flag = flag
            self.whole = whole
            self.half = half
            self.text = text
            self.payload = payload
            self.value = value
            self.named = named
            self.must = must
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var flag: Bool?
            var whole: Int?
            var half: Double?
            var text: String?
            var payload: JSONObject?
            var value: JSONValue?
            var named: Holder2?
            var must: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "flag":
                    flag = try reader.optionalField("flag", as: Bool.self)
                case "whole":
                    whole = try reader.optionalField("whole", as: Int.self)
                case "half":
                    half = try reader.optionalField("half", as: Double.self)
                case "text":
                    text = try reader.optionalField("text", as: String.self)
                case "payload":
                    payload = try reader.optionalField("payload", as: JSONObject.self)
                case "value":
                    value = try reader.optionalField("value", as: JSONValue.self)
                case "named":
                    named = try reader.optionalField("named", as: Holder2.self)
                case "must":
                    must = try reader.field("must", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.flag = flag
            self.whole = whole
            self.half = half
            self.text = text
            self.payload = payload
            self.value = value
            self.named = named
            self.must = try reader.require(must, "must")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("flag", flag)
            writer.optionalField("whole", whole)
            writer.optionalField("half", half)
            writer.optionalField("text", text)
            writer.optionalField("payload", payload)
            writer.optionalField("value", value)
            writer.optionalField("named", named)
            writer.field("must", must)
            writer.endObject()
        }
    }

    /// The type `Holder2`.
    public struct Holder2: VarlinkValue, Hashable {
        /// The field `text: string`.
        public var text: String

        /// Creates a value from its fields.
        public init(text: String) {
            self.text = text
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var text: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "text":
                    text = try reader.field("text", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.text = try reader.require(text, "text")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("text", text)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.nullable`, with a function for each method.
public protocol NullableService: VarlinkInterface {}

extension NullableService {
    /// The contract of `org.example.nullable`.
    public static var contract: VarlinkContract { NullableContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nullable`.
public struct NullableClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
