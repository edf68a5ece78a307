// Generated from org.example.line-breaks.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.line-breaks`.
public enum LineBreaksContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.line-breaks",
        description: #"""
            interface org.example.line-breaks

            # Lines may end as on Windows.
            type Thing (
              name: string
            )

            """#,
        methods: [])

    /// Lines may end as on Windows.
    public struct Thing: VarlinkValue, Hashable {
        /// The field `name: string`.
        public var name: String

        /// Makes a value from its fields.
        public init(name: String) {
            self.name = name
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var name: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "name":
                    name = try reader.field("name", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.name = try reader.require(name, "name")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("name", name)
            writer.endObject()
        }
    }
}

/// What serves `org.example.line-breaks`: one function for each method.
public protocol LineBreaksService: VarlinkInterface {}

extension LineBreaksService {
    /// The contract of `org.example.line-breaks`.
    public static var contract: VarlinkContract { LineBreaksContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.line-breaks`.
public struct LineBreaksClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
