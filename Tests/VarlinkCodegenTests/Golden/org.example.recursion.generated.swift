// Generated from org.example.recursion.varlink. Do not edit: change the interface and build.

public import Varlink

/// Types that hold values of their own kind.
public enum RecursionContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.recursion",
        description: #"""
            # Types that hold values of their own kind.
            interface org.example.recursion

            # A list.
            type Node (
              value: int,
              # What follows.
              next: ?Node
            )

            # A tree has arrays and maps of itself: they need no help.
            type Tree (
              children: []Tree,
              named: ?[string]Tree
            )

            # Two types that hold each other.
            type Left (
              right: ?Right
            )

            type Right (
              left: Left,
              other: ?Node
            )

            # Through a structure without a name.
            type Outer (
              inner: (back: ?Outer),
              both: ?(one: ?Outer, two: ?Node)
            )

            method Walk(node: ?Node) -> (tree: ?Tree)

            """#,
        methods: [
            VarlinkContract.Method(name: "Walk", streaming: .never)
        ])

    /// A list.
    public struct Node: VarlinkValue, Hashable {
        /// The field `value: int`.
        public var value: Int
        /// What follows.
        public var next: Node? {
            get { _next.first }
            set { _next = newValue.map { [$0] } ?? [] }
        }
        /// Keeps `next`: a structure can't hold one of its own kind, an array of none or one can.
        private var _next: [Node]

        /// Makes a value from its fields.
        public init(value: Int, next: Node? = nil) {
            self.value = value
            self._next = next.map { [$0] } ?? []
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var value: Int?
            var next: Node?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value":
                    value = try reader.field("value", as: Int.self)
                case "next":
                    next = try reader.optionalField("next", as: Node.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.value = try reader.require(value, "value")
            self._next = next.map { [$0] } ?? []
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("value", value)
            writer.optionalField("next", next)
            writer.endObject()
        }
    }

    /// A tree has arrays and maps of itself: they need no help.
    public struct Tree: VarlinkValue, Hashable {
        /// The field `children: []Tree`.
        public var children: [Tree]
        /// The field `named: ?[string]Tree`.
        public var named: [String: Tree]?

        /// Makes a value from its fields.
        public init(children: [Tree], named: [String: Tree]? = nil) {
            self.children = children
            self.named = named
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var children: [Tree]?
            var named: [String: Tree]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "children":
                    children = try reader.field("children", as: [Tree].self)
                case "named":
                    named = try reader.optionalField("named", as: [String: Tree].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.children = try reader.require(children, "children")
            self.named = named
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("children", children)
            writer.optionalField("named", named)
            writer.endObject()
        }
    }

    /// Two types that hold each other.
    public struct Left: VarlinkValue, Hashable {
        /// The field `right: ?Right`.
        public var right: Right? {
            get { _right.first }
            set { _right = newValue.map { [$0] } ?? [] }
        }
        /// Keeps `right`: a structure can't hold one of its own kind, an array of none or one can.
        private var _right: [Right]

        /// Makes a value from its fields.
        public init(right: Right? = nil) {
            self._right = right.map { [$0] } ?? []
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var right: Right?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "right":
                    right = try reader.optionalField("right", as: Right.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self._right = right.map { [$0] } ?? []
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("right", right)
            writer.endObject()
        }
    }

    /// The type `Right`.
    public struct Right: VarlinkValue, Hashable {
        /// The field `left: Left`.
        public var left: Left
        /// The field `other: ?Node`.
        public var other: Node?

        /// Makes a value from its fields.
        public init(left: Left, other: Node? = nil) {
            self.left = left
            self.other = other
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var left: Left?
            var other: Node?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "left":
                    left = try reader.field("left", as: Left.self)
                case "other":
                    other = try reader.optionalField("other", as: Node.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.left = try reader.require(left, "left")
            self.other = other
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("left", left)
            writer.optionalField("other", other)
            writer.endObject()
        }
    }

    /// Through a structure without a name.
    public struct Outer: VarlinkValue, Hashable {
        /// The field `inner: (back: ?Outer)`.
        public var inner: Inner
        /// The field `both: ?(one: ?Outer, two: ?Node)`.
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

        /// What `both` holds: `(one: ?Outer, two: ?Node)`.
        public struct Both: VarlinkValue, Hashable {
            /// The field `one: ?Outer`.
            public var one: Outer? {
                get { _one.first }
                set { _one = newValue.map { [$0] } ?? [] }
            }
            /// Keeps `one`: a structure can't hold one of its own kind, an array of none or one can.
            private var _one: [Outer]
            /// The field `two: ?Node`.
            public var two: Node?

            /// Makes a value from its fields.
            public init(one: Outer? = nil, two: Node? = nil) {
                self._one = one.map { [$0] } ?? []
                self.two = two
            }

            /// Reads the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var one: Outer?
                var two: Node?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "one":
                        one = try reader.optionalField("one", as: Outer.self)
                    case "two":
                        two = try reader.optionalField("two", as: Node.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self._one = one.map { [$0] } ?? []
                self.two = two
            }

            /// Writes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.optionalField("one", one)
                writer.optionalField("two", two)
                writer.endObject()
            }
        }
    }

    /// The parameters of `Walk`.
    public struct WalkParameters: VarlinkValue, Hashable {
        /// The field `node: ?Node`.
        public var node: Node?

        /// Makes a value from its fields.
        public init(node: Node? = nil) {
            self.node = node
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var node: Node?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "node":
                    node = try reader.optionalField("node", as: Node.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.node = node
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("node", node)
            writer.endObject()
        }
    }

    /// The reply of `Walk`.
    public struct WalkReply: VarlinkValue, Hashable {
        /// The field `tree: ?Tree`.
        public var tree: Tree?

        /// Makes a value from its fields.
        public init(tree: Tree? = nil) {
            self.tree = tree
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var tree: Tree?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "tree":
                    tree = try reader.optionalField("tree", as: Tree.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.tree = tree
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("tree", tree)
            writer.endObject()
        }
    }
}

/// What serves `org.example.recursion`: one function for each method.
public protocol RecursionCommands: VarlinkInterface {
    /// The method `Walk`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`; the router maps all others.
    func walk(node: RecursionContract.Node?, context: CallContext) async throws -> RecursionContract.WalkReply
}

extension RecursionCommands {
    /// The contract of `org.example.recursion`.
    public static var contract: VarlinkContract { RecursionContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Walk":
            let parameters = try call.parameters(as: RecursionContract.WalkParameters.self)
            let reply = try await walk(node: parameters.node, context: call.context)
            try await call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.recursion`.
public struct RecursionClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Walk`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ServiceError``, or what the caller throws when the connection fails.
    public func walk(node: RecursionContract.Node? = nil) async throws -> RecursionContract.WalkReply {
        try await caller.call(
            "org.example.recursion.Walk",
            RecursionContract.WalkParameters(node: node),
            returning: RecursionContract.WalkReply.self,
            errors: NoErrors.self)
    }
}
