// Generated from org.example.recursion-through-inline.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.recursion-through-inline`.
public enum RecursionThroughInlineContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.recursion-through-inline",
        description: #"""
            interface org.example.recursion-through-inline

            type Outer (
              inner: (back: ?Outer),
              both: ?(one: ?Outer, text: string)
            )

            """#,
        methods: [])

    /// The type `Outer`.
    public struct Outer: VarlinkValue, Hashable {
        /// The field `inner: (back: ?Outer)`.
        public var inner: Inner
        /// The field `both: ?(one: ?Outer, text: string)`.
        public var both: Both? {
            get { _both.first }
            set { _both = newValue.map { [$0] } ?? [] }
        }
        /// Keeps `both`: a structure can't hold one of its own kind, an array of none or one can.
        private var _both: [Both]

        /// Makes a value from its fields.
        public init(inner: Inner, both: Both? = nil) {
            self.inner = inner
            self._both = both.map { [$0] } ?? []
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var inner: Inner?
            var both: Both?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "inner":
                    inner = try reader.field("inner", as: Inner.self)
                case "both":
                    both = try reader.optionalField("both", as: Both.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.inner = try reader.require(inner, "inner")
            self._both = both.map { [$0] } ?? []
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("inner", inner)
            writer.optionalField("both", both)
            writer.endObject()
        }

        /// What `inner` holds: `(back: ?Outer)`.
        public struct Inner: VarlinkValue, Hashable {
            /// The field `back: ?Outer`.
            public var back: Outer? {
                get { _back.first }
                set { _back = newValue.map { [$0] } ?? [] }
            }
            /// Keeps `back`: a structure can't hold one of its own kind, an array of none or one can.
            private var _back: [Outer]

            /// Makes a value from its fields.
            public init(back: Outer? = nil) {
                self._back = back.map { [$0] } ?? []
            }

            /// Reads the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var back: Outer?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "back":
                        back = try reader.optionalField("back", as: Outer.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self._back = back.map { [$0] } ?? []
            }

            /// Writes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.optionalField("back", back)
                writer.endObject()
            }
        }

        /// What `both` holds: `(one: ?Outer, text: string)`.
        public struct Both: VarlinkValue, Hashable {
            /// The field `one: ?Outer`.
            public var one: Outer? {
                get { _one.first }
                set { _one = newValue.map { [$0] } ?? [] }
            }
            /// Keeps `one`: a structure can't hold one of its own kind, an array of none or one can.
            private var _one: [Outer]
            /// The field `text: string`.
            public var text: String

            /// Makes a value from its fields.
            public init(one: Outer? = nil, text: String) {
                self._one = one.map { [$0] } ?? []
                self.text = text
            }

            /// Reads the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var one: Outer?
                var text: String?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "one":
                        one = try reader.optionalField("one", as: Outer.self)
                    case "text":
                        text = try reader.field("text", as: String.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self._one = one.map { [$0] } ?? []
                self.text = try reader.require(text, "text")
            }

            /// Writes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.optionalField("one", one)
                writer.field("text", text)
                writer.endObject()
            }
        }
    }
}

/// What serves `org.example.recursion-through-inline`: one function for each method.
public protocol RecursionThroughInlineService: VarlinkInterface {}

extension RecursionThroughInlineService {
    /// The contract of `org.example.recursion-through-inline`.
    public static var contract: VarlinkContract { RecursionThroughInlineContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.recursion-through-inline`.
public struct RecursionThroughInlineClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
