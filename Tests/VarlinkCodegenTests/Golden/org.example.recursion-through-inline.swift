// Generated from org.example.recursion-through-inline.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.recursion-through-inline`.
public enum RecursionThroughInlineContract {
    /// The description of the interface, which a server publishes and a client may compare.
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
        /// The storage of `both`: an array, because a structure can't contain itself directly.
        private var _both: [Both]

        /// Creates a value from its fields.
        public init(inner: Inner, both: Both? = nil) {
            self.inner = inner
            self._both = both.map { [$0] } ?? []
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("inner", inner)
            writer.optionalField("both", both)
            writer.endObject()
        }

        /// The type `(back: ?Outer)` of `inner`.
        public struct Inner: VarlinkValue, Hashable {
            /// The field `back: ?Outer`.
            public var back: Outer? {
                get { _back.first }
                set { _back = newValue.map { [$0] } ?? [] }
            }
            /// The storage of `back`: an array, because a structure can't contain itself directly.
            private var _back: [Outer]

            /// Creates a value from its fields.
            public init(back: Outer? = nil) {
                self._back = back.map { [$0] } ?? []
            }

            /// Decodes the value from JSON.
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

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.optionalField("back", back)
                writer.endObject()
            }
        }

        /// The type `(one: ?Outer, text: string)` of `both`.
        public struct Both: VarlinkValue, Hashable {
            /// The field `one: ?Outer`.
            public var one: Outer? {
                get { _one.first }
                set { _one = newValue.map { [$0] } ?? [] }
            }
            /// The storage of `one`: an array, because a structure can't contain itself directly.
            private var _one: [Outer]
            /// The field `text: string`.
            public var text: String

            /// Creates a value from its fields.
            public init(one: Outer? = nil, text: String) {
                self._one = one.map { [$0] } ?? []
                self.text = text
            }

            /// Decodes the value from JSON.
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

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.optionalField("one", one)
                writer.field("text", text)
                writer.endObject()
            }
        }
    }
}

/// An implementation of `org.example.recursion-through-inline`, with a function for each method.
public protocol RecursionThroughInlineService: VarlinkInterface {}

extension RecursionThroughInlineService {
    /// The contract of `org.example.recursion-through-inline`.
    public static var contract: VarlinkContract { RecursionThroughInlineContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.recursion-through-inline`.
public struct RecursionThroughInlineClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
