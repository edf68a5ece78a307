// Generated from org.example.nested-inline.varlink. Do not edit: change the interface and build again.

public import Varlink

/// Anonymous types within anonymous types.
public enum NestedInlineContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.nested-inline",
        description: #"""
            # Anonymous types within anonymous types.
            interface org.example.nested-inline

            type Holder (
              outer: (
                inner: (kind: (one, two), depth: int),
                others: []?(next: ?(first, last))
              )
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `outer: (inner: (kind: (one, two), depth: int), others: []?(next: ?(first, last)))`.
        public var outer: Outer

        /// Creates a value from its fields.
        public init(outer: Outer) {
            self.outer = outer
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var outer: Outer?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "outer":
                    outer = try reader.field("outer", as: Outer.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.outer = try reader.require(outer, "outer")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("outer", outer)
            writer.endObject()
        }

        /// The type `(inner: (kind: (one, two), depth: int), others: []?(next: ?(first, last)))` of `outer`.
        public struct Outer: VarlinkValue, Hashable {
            /// The field `inner: (kind: (one, two), depth: int)`.
            public var inner: Inner
            /// The field `others: []?(next: ?(first, last))`.
            public var others: [Others?]

            /// Creates a value from its fields.
            public init(inner: Inner, others: [Others?]) {
                self.inner = inner
                self.others = others
            }

            /// Decodes the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var inner: Inner?
                var others: [Others?]?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "inner":
                        inner = try reader.field("inner", as: Inner.self)
                    case "others":
                        others = try reader.field("others", as: [Others?].self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.inner = try reader.require(inner, "inner")
                self.others = try reader.require(others, "others")
            }

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("inner", inner)
                writer.field("others", others)
                writer.endObject()
            }

            /// The type `(kind: (one, two), depth: int)` of `inner`.
            public struct Inner: VarlinkValue, Hashable {
                /// The field `kind: (one, two)`.
                public var kind: Kind
                /// The field `depth: int`.
                public var depth: Int

                /// Creates a value from its fields.
                public init(kind: Kind, depth: Int) {
                    self.kind = kind
                    self.depth = depth
                }

                /// Decodes the value from JSON.
                public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                    var kind: Kind?
                    var depth: Int?
                    try reader.beginObject()
                    while let key = try reader.nextKey() {
                        switch key {
                        case "kind":
                            kind = try reader.field("kind", as: Kind.self)
                        case "depth":
                            depth = try reader.field("depth", as: Int.self)
                        default:
                            try reader.unknownField(key)
                        }
                    }
                    self.kind = try reader.require(kind, "kind")
                    self.depth = try reader.require(depth, "depth")
                }

                /// Encodes the value as JSON.
                public func write(to writer: inout JSONWriter) {
                    writer.beginObject()
                    writer.field("kind", kind)
                    writer.field("depth", depth)
                    writer.endObject()
                }

                /// The type `(one, two)` of `kind`.
                public enum Kind: String, VarlinkEnum, CaseIterable {
                    /// The value `one`.
                    case one
                    /// The value `two`.
                    case two
                }
            }

            /// The type `(next: ?(first, last))` of `others`.
            public struct Others: VarlinkValue, Hashable {
                /// The field `next: ?(first, last)`.
                public var next: Next?

                /// Creates a value from its fields.
                public init(next: Next? = nil) {
                    self.next = next
                }

                /// Decodes the value from JSON.
                public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                    var next: Next?
                    try reader.beginObject()
                    while let key = try reader.nextKey() {
                        switch key {
                        case "next":
                            next = try reader.optionalField("next", as: Next.self)
                        default:
                            try reader.unknownField(key)
                        }
                    }
                    self.next = next
                }

                /// Encodes the value as JSON.
                public func write(to writer: inout JSONWriter) {
                    writer.beginObject()
                    writer.optionalField("next", next)
                    writer.endObject()
                }

                /// The type `(first, last)` of `next`.
                public enum Next: String, VarlinkEnum, CaseIterable {
                    /// The value `first`.
                    case first
                    /// The value `last`.
                    case last
                }
            }
        }
    }
}

/// An implementation of `org.example.nested-inline`, with a function for each method.
public protocol NestedInlineService: VarlinkInterface {}

extension NestedInlineService {
    /// The contract of `org.example.nested-inline`.
    public static var contract: VarlinkContract { NestedInlineContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nested-inline`.
public struct NestedInlineClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
