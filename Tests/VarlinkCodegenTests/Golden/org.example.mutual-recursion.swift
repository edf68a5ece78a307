// Generated from org.example.mutual-recursion.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.mutual-recursion`.
public enum MutualRecursionContract {
    /// The description of the interface, which a server publishes and a client may compare.
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
        /// The storage of `right`: an array, because a structure can't contain itself directly.
        private var _right: [Right]

        /// Creates a value from its fields.
        public init(right: Right? = nil) {
            self._right = right.map { [$0] } ?? []
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
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
        /// The storage of `other`: an array, because a structure can't contain itself directly.
        private var _other: [Right]

        /// Creates a value from its fields.
        public init(left: Left, other: Right? = nil) {
            self.left = left
            self._other = other.map { [$0] } ?? []
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("left", left)
            writer.optionalField("other", other)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.mutual-recursion`, with a function for each method.
public protocol MutualRecursionService: VarlinkInterface {}

extension MutualRecursionService {
    /// The contract of `org.example.mutual-recursion`.
    public static var contract: VarlinkContract { MutualRecursionContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.mutual-recursion`.
public struct MutualRecursionClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
