// Generated from org.example.empty-struct.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.empty-struct`.
public enum EmptyStructContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.empty-struct",
        description: #"""
            interface org.example.empty-struct

            type Nothing ()

            type Holder (
              declared: Nothing,
              inline: ()
            )

            """#,
        methods: [])

    /// The type `Nothing`.
    public struct Nothing: VarlinkValue, Hashable {
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

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `declared: Nothing`.
        public var declared: Nothing
        /// The field `inline: ()`.
        public var inline: Inline

        /// Creates a value from its fields.
        public init(declared: Nothing, inline: Inline) {
            self.declared = declared
            self.inline = inline
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var declared: Nothing?
            var inline: Inline?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "declared":
                    declared = try reader.field("declared", as: Nothing.self)
                case "inline":
                    inline = try reader.field("inline", as: Inline.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.declared = try reader.require(declared, "declared")
            self.inline = try reader.require(inline, "inline")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("declared", declared)
            writer.field("inline", inline)
            writer.endObject()
        }

        /// The type `()` of `inline`.
        public struct Inline: VarlinkValue, Hashable {
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

/// An implementation of `org.example.empty-struct`, with a function for each method.
public protocol EmptyStructService: VarlinkInterface {}

extension EmptyStructService {
    /// The contract of `org.example.empty-struct`.
    public static var contract: VarlinkContract { EmptyStructContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.empty-struct`.
public struct EmptyStructClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
