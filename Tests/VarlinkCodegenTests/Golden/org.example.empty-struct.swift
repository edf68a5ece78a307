// Generated from org.example.empty-struct.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.empty-struct`.
public enum EmptyStructContract {
    /// What a server announces of this interface, and what a client may check against.
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

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `declared: Nothing`.
        public var declared: Nothing
        /// The field `inline: ()`.
        public var inline: Inline

        /// Makes a value from its fields.
        public init(declared: Nothing, inline: Inline) {
            self.declared = declared
            self.inline = inline
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("declared", declared)
            writer.field("inline", inline)
            writer.endObject()
        }

        /// What `inline` holds: `()`.
        public struct Inline: VarlinkValue, Hashable {
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

/// What serves `org.example.empty-struct`: one function for each method.
public protocol EmptyStructService: VarlinkInterface {}

extension EmptyStructService {
    /// The contract of `org.example.empty-struct`.
    public static var contract: VarlinkContract { EmptyStructContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.empty-struct`.
public struct EmptyStructClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
