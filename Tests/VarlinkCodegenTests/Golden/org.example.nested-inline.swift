// Generated from org.example.nested-inline.varlink. Do not edit: change the interface and build.

public import Varlink

/// Types without names in types without names.
public enum NestedInlineContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.nested-inline",
        description: #"""
            # Types without names in types without names.
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

        /// Makes a value from its fields.
        public init(outer: Outer) {
            self.outer = outer
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("outer", outer)
            writer.endObject()
        }

        /// What `outer` holds: `(inner: (kind: (one, two), depth: int), others: []?(next: ?(first, last)))`.
        public struct Outer: VarlinkValue, Hashable {
            /// The field `inner: (kind: (one, two), depth: int)`.
            public var inner: Inner
            /// The field `others: []?(next: ?(first, last))`.
            public var others: [Others?]

            /// Makes a value from its fields.
            public init(inner: Inner, others: [Others?]) {
                self.inner = inner
                self.others = others
            }

            /// Reads the value from JSON.
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

            /// Writes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("inner", inner)
                writer.field("others", others)
                writer.endObject()
            }

            /// What `inner` holds: `(kind: (one, two), depth: int)`.
            public struct Inner: VarlinkValue, Hashable {
                /// The field `kind: (one, two)`.
                public var kind: Kind
                /// The field `depth: int`.
                public var depth: Int

                /// Makes a value from its fields.
                public init(kind: Kind, depth: Int) {
                    self.kind = kind
                    self.depth = depth
                }

                /// Reads the value from JSON.
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

                /// Writes the value as JSON.
                public func write(to writer: inout JSONWriter) {
                    writer.beginObject()
                    writer.field("kind", kind)
                    writer.field("depth", depth)
                    writer.endObject()
                }

                /// What `kind` holds: `(one, two)`.
                public enum Kind: String, VarlinkEnum, CaseIterable {
                    /// The value `one`.
                    case one
                    /// The value `two`.
                    case two
                }
            }

            /// What `others` holds: `(next: ?(first, last))`.
            public struct Others: VarlinkValue, Hashable {
                /// The field `next: ?(first, last)`.
                public var next: Next?

                /// Makes a value from its fields.
                public init(next: Next? = nil) {
                    self.next = next
                }

                /// Reads the value from JSON.
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

                /// Writes the value as JSON.
                public func write(to writer: inout JSONWriter) {
                    writer.beginObject()
                    writer.optionalField("next", next)
                    writer.endObject()
                }

                /// What `next` holds: `(first, last)`.
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

/// What serves `org.example.nested-inline`: one function for each method.
public protocol NestedInlineService: VarlinkInterface {}

extension NestedInlineService {
    /// The contract of `org.example.nested-inline`.
    public static var contract: VarlinkContract { NestedInlineContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nested-inline`.
public struct NestedInlineClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
