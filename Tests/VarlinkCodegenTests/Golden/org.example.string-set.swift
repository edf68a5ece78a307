// Generated from org.example.string-set.varlink. Do not edit: change the interface and build again.

public import Varlink

/// A set of strings is a map to empty structures.
public enum StringSetContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.string-set",
        description: #"""
            # A set of strings is a map to empty structures.
            interface org.example.string-set

            type Holder (
              names: [string]()
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `names: [string]()`.
        public var names: [String: Names]

        /// Creates a value from its fields.
        public init(names: [String: Names]) {
            self.names = names
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var names: [String: Names]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "names":
                    names = try reader.field("names", as: [String: Names].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.names = try reader.require(names, "names")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("names", names)
            writer.endObject()
        }

        /// The type `()` of `names`.
        public struct Names: VarlinkValue, Hashable {
            /// Creates a value from its fields.
            public init() {}

            /// Decodes the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    try reader.unknownField(key)
                }
            }

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.endObject()
            }
        }
    }
}

/// An implementation of `org.example.string-set`, with a function for each method.
public protocol StringSetService: VarlinkInterface {}

extension StringSetService {
    /// The contract of `org.example.string-set`.
    public static var contract: VarlinkContract { StringSetContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.string-set`.
public struct StringSetClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
