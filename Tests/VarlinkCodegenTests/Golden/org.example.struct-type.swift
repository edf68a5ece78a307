// Generated from org.example.struct-type.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.struct-type`.
public enum StructTypeContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.struct-type",
        description: #"""
            interface org.example.struct-type

            type Point (
              x: int,
              y: int
            )

            type Line (
              from: Point,
              to: Point
            )

            """#,
        methods: [])

    /// The type `Point`.
    public struct Point: VarlinkValue, Hashable {
        /// The field `x: int`.
        public var x: Int
        /// The field `y: int`.
        public var y: Int

        /// Creates a value from its fields.
        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var x: Int?
            var y: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "x":
                    x = try reader.field("x", as: Int.self)
                case "y":
                    y = try reader.field("y", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.x = try reader.require(x, "x")
            self.y = try reader.require(y, "y")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("x", x)
            writer.field("y", y)
            writer.endObject()
        }
    }

    /// The type `Line`.
    public struct Line: VarlinkValue, Hashable {
        /// The field `from: Point`.
        public var from: Point
        /// The field `to: Point`.
        public var to: Point

        /// Creates a value from its fields.
        public init(from: Point, to: Point) {
            self.from = from
            self.to = to
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var from: Point?
            var to: Point?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "from":
                    from = try reader.field("from", as: Point.self)
                case "to":
                    to = try reader.field("to", as: Point.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.from = try reader.require(from, "from")
            self.to = try reader.require(to, "to")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("from", from)
            writer.field("to", to)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.struct-type`, with a function for each method.
public protocol StructTypeService: VarlinkInterface {}

extension StructTypeService {
    /// The contract of `org.example.struct-type`.
    public static var contract: VarlinkContract { StructTypeContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.struct-type`.
public struct StructTypeClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
