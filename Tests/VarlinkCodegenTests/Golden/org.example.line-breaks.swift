// Generated from org.example.line-breaks.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.line-breaks`.
public enum LineBreaksContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.line-breaks",
        description: #"""
            interface org.example.line-breaks

            # The lines of this interface end with CR and LF.
            type Thing (
              name: string
            )

            """#,
        methods: [])

    /// The lines of this interface end with CR and LF.
    public struct Thing: VarlinkValue, Hashable {
        /// The field `name: string`.
        public var name: String

        /// Creates a value from its fields.
        public init(name: String) {
            self.name = name
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("name", name)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.line-breaks`, with a function for each method.
public protocol LineBreaksService: VarlinkInterface {}

extension LineBreaksService {
    /// The contract of `org.example.line-breaks`.
    public static var contract: VarlinkContract { LineBreaksContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.line-breaks`.
public struct LineBreaksClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
