// Generated from org.example.single-value-enum.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.single-value-enum`.
public enum SingleValueEnumContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.single-value-enum",
        description: #"""
            interface org.example.single-value-enum

            type Only (one)

            type Holder (
              inline: (one)
            )

            """#,
        methods: [])

    /// The type `Only`.
    public enum Only: String, VarlinkEnum, CaseIterable {
        /// The value `one`.
        case one
    }

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `inline: (one)`.
        public var inline: Inline

        /// Creates a value from its fields.
        public init(inline: Inline) {
            self.inline = inline
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var inline: Inline?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "inline":
                    inline = try reader.field("inline", as: Inline.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.inline = try reader.require(inline, "inline")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("inline", inline)
            writer.endObject()
        }

        /// The type `(one)` of `inline`.
        public enum Inline: String, VarlinkEnum, CaseIterable {
            /// The value `one`.
            case one
        }
    }
}

/// An implementation of `org.example.single-value-enum`, with a function for each method.
public protocol SingleValueEnumService: VarlinkInterface {}

extension SingleValueEnumService {
    /// The contract of `org.example.single-value-enum`.
    public static var contract: VarlinkContract { SingleValueEnumContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.single-value-enum`.
public struct SingleValueEnumClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
