// Generated from org.example.self-through-nullable.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.self-through-nullable`.
public enum SelfThroughNullableContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.self-through-nullable",
        description: #"""
            interface org.example.self-through-nullable

            type Node (
              value: int,
              next: ?Node
            )

            """#,
        methods: [])

    /// The type `Node`.
    public struct Node: VarlinkValue, Hashable {
        /// The field `value: int`.
        public var value: Int
        /// The field `next: ?Node`.
        public var next: Node? {
            get { _next.first }
            set { _next = newValue.map { [$0] } ?? [] }
        }
        /// Keeps `next`: a structure can't hold one of its own kind, an array of none or one can.
        private var _next: [Node]

        /// Makes a value from its fields.
        public init(value: Int, next: Node? = nil) {
            self.value = value
            self._next = next.map { [$0] } ?? []
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var value: Int?
            var next: Node?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value":
                    value = try reader.field("value", as: Int.self)
                case "next":
                    next = try reader.optionalField("next", as: Node.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.value = try reader.require(value, "value")
            self._next = next.map { [$0] } ?? []
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("value", value)
            writer.optionalField("next", next)
            writer.endObject()
        }
    }
}

/// What serves `org.example.self-through-nullable`: one function for each method.
public protocol SelfThroughNullableService: VarlinkInterface {}

extension SelfThroughNullableService {
    /// The contract of `org.example.self-through-nullable`.
    public static var contract: VarlinkContract { SelfThroughNullableContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.self-through-nullable`.
public struct SelfThroughNullableClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
