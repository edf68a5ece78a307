// Generated from org.example.self-through-nullable.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.self-through-nullable`.
public enum SelfThroughNullableContract {
    /// The description of the interface, which a server publishes and a client may compare.
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
        /// The storage of `next`: an array, because a structure can't contain itself directly.
        private var _next: [Node]

        /// Creates a value from its fields.
        public init(value: Int, next: Node? = nil) {
            self.value = value
            self._next = next.map { [$0] } ?? []
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("value", value)
            writer.optionalField("next", next)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.self-through-nullable`, with a function for each method.
public protocol SelfThroughNullableService: VarlinkInterface {}

extension SelfThroughNullableService {
    /// The contract of `org.example.self-through-nullable`.
    public static var contract: VarlinkContract { SelfThroughNullableContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.self-through-nullable`.
public struct SelfThroughNullableClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
