// Generated from org.example.struct-type.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.struct-type`.
public enum StructTypeContract {
    /// What a server announces of this interface, and what a client may check against.
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

        /// Makes a value from its fields.
        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
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

        /// Makes a value from its fields.
        public init(from: Point, to: Point) {
            self.from = from
            self.to = to
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("from", from)
            writer.field("to", to)
            writer.endObject()
        }
    }
}

/// What serves `org.example.struct-type`: one function for each method.
public protocol StructTypeService: VarlinkInterface {}

extension StructTypeService {
    /// The contract of `org.example.struct-type`.
    public static var contract: VarlinkContract { StructTypeContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.struct-type`.
public struct StructTypeClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
