// Generated from org.example.mutual-recursion.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.mutual-recursion`.
public enum MutualRecursionContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.mutual-recursion",
        description: #"""
            interface org.example.mutual-recursion

            type Left (
              right: ?Right
            )

            type Right (
              left: Left,
              other: ?Right
            )

            """#,
        methods: [])

    /// The type `Left`.
    public struct Left: VarlinkValue, Hashable {
        /// The field `right: ?Right`.
        public var right: Right? {
            get { _right.first }
            set { _right = newValue.map { [$0] } ?? [] }
        }
        /// Keeps `right`: a structure can't hold one of its own kind, an array of none or one can.
        private var _right: [Right]

        /// Makes a value from its fields.
        public init(right: Right? = nil) {
            self._right = right.map { [$0] } ?? []
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var right: Right?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "right":
                    right = try reader.optionalField("right", as: Right.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self._right = right.map { [$0] } ?? []
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("right", right)
            writer.endObject()
        }
    }

    /// The type `Right`.
    public struct Right: VarlinkValue, Hashable {
        /// The field `left: Left`.
        public var left: Left
        /// The field `other: ?Right`.
        public var other: Right? {
            get { _other.first }
            set { _other = newValue.map { [$0] } ?? [] }
        }
        /// Keeps `other`: a structure can't hold one of its own kind, an array of none or one can.
        private var _other: [Right]

        /// Makes a value from its fields.
        public init(left: Left, other: Right? = nil) {
            self.left = left
            self._other = other.map { [$0] } ?? []
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var left: Left?
            var other: Right?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "left":
                    left = try reader.field("left", as: Left.self)
                case "other":
                    other = try reader.optionalField("other", as: Right.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.left = try reader.require(left, "left")
            self._other = other.map { [$0] } ?? []
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("left", left)
            writer.optionalField("other", other)
            writer.endObject()
        }
    }
}

/// What serves `org.example.mutual-recursion`: one function for each method.
public protocol MutualRecursionService: VarlinkInterface {}

extension MutualRecursionService {
    /// The contract of `org.example.mutual-recursion`.
    public static var contract: VarlinkContract { MutualRecursionContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.mutual-recursion`.
public struct MutualRecursionClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
