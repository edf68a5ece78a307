// Generated from org.example.single-value-enum.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.single-value-enum`.
public enum SingleValueEnumContract {
    /// What a server announces of this interface, and what a client may check against.
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

        /// Makes a value from its fields.
        public init(inline: Inline) {
            self.inline = inline
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("inline", inline)
            writer.endObject()
        }

        /// What `inline` holds: `(one)`.
        public enum Inline: String, VarlinkEnum, CaseIterable {
            /// The value `one`.
            case one
        }
    }
}

/// What serves `org.example.single-value-enum`: one function for each method.
public protocol SingleValueEnumService: VarlinkInterface {}

extension SingleValueEnumService {
    /// The contract of `org.example.single-value-enum`.
    public static var contract: VarlinkContract { SingleValueEnumContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.single-value-enum`.
public struct SingleValueEnumClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
