// Generated from org.example.standard-types.varlink. Do not edit: change the interface and build again.

public import Varlink

/// Types with the names of types of the standard library.
public enum StandardTypesContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.standard-types",
        description: #"""
            # Types with the names of types of the standard library.
            interface org.example.standard-types

            type String (
              string: string,
              map: [string]String
            )

            type Int (
              int: int,
              hashable: (a, b)
            )

            type Hashable (
              value: (a, b)
            )

            """#,
        methods: [])

    /// The type `String`.
    public struct String: VarlinkValue, Swift.Hashable {
        /// The field `string: string`.
        public var string: Swift.String
        /// The field `map: [string]String`.
        public var map: [Swift.String: String]

        /// Creates a value from its fields.
        public init(string: Swift.String, map: [Swift.String: String]) {
            self.string = string
            self.map = map
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var string: Swift.String?
            var map: [Swift.String: String]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "string":
                    string = try reader.field("string", as: Swift.String.self)
                case "map":
                    map = try reader.field("map", as: [Swift.String: String].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.string = try reader.require(string, "string")
            self.map = try reader.require(map, "map")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("string", string)
            writer.field("map", map)
            writer.endObject()
        }
    }

    /// The type `Int`.
    public struct Int: VarlinkValue, Swift.Hashable {
        /// The field `int: int`.
        public var int: Swift.Int
        /// The field `hashable: (a, b)`.
        public var hashable: Hashable

        /// Creates a value from its fields.
        public init(int: Swift.Int, hashable: Hashable) {
            self.int = int
            self.hashable = hashable
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var int: Swift.Int?
            var hashable: Hashable?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "int":
                    int = try reader.field("int", as: Swift.Int.self)
                case "hashable":
                    hashable = try reader.field("hashable", as: Hashable.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.int = try reader.require(int, "int")
            self.hashable = try reader.require(hashable, "hashable")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("int", int)
            writer.field("hashable", hashable)
            writer.endObject()
        }

        /// The type `(a, b)` of `hashable`.
        public enum Hashable: Swift.String, VarlinkEnum, CaseIterable {
            /// The value `a`.
            case a
            /// The value `b`.
            case b
        }
    }

    /// The type `Hashable`.
    public struct Hashable: VarlinkValue, Swift.Hashable {
        /// The field `value: (a, b)`.
        public var value: Value

        /// Creates a value from its fields.
        public init(value: Value) {
            self.value = value
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var value: Value?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value":
                    value = try reader.field("value", as: Value.self)
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

        /// The type `(a, b)` of `value`.
        public enum Value: Swift.String, VarlinkEnum, CaseIterable {
            /// The value `a`.
            case a
            /// The value `b`.
            case b
        }
    }
}

/// An implementation of `org.example.standard-types`, with a function for each method.
public protocol StandardTypesService: VarlinkInterface {}

extension StandardTypesService {
    /// The contract of `org.example.standard-types`.
    public static var contract: VarlinkContract { StandardTypesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.standard-types`.
public struct StandardTypesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
