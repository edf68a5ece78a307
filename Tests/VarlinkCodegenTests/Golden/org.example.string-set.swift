// Generated from org.example.string-set.varlink. Do not edit: change the interface and build.

public import Varlink

/// A set of strings is a map to empty structures.
public enum StringSetContract {
    /// What a server announces of this interface, and what a client may check against.
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

        /// Makes a value from its fields.
        public init(names: [String: Names]) {
            self.names = names
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("names", names)
            writer.endObject()
        }

        /// What `names` holds: `()`.
        public struct Names: VarlinkValue, Hashable {
            /// Makes a value from its fields.
            public init() {}

            /// Reads the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    try reader.unknownField(key)
                }
            }

            /// Writes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.endObject()
            }
        }
    }
}

/// What serves `org.example.string-set`: one function for each method.
public protocol StringSetService: VarlinkInterface {}

extension StringSetService {
    /// The contract of `org.example.string-set`.
    public static var contract: VarlinkContract { StringSetContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.string-set`.
public struct StringSetClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
