// Generated from org.example.nested-names.varlink. Do not edit: change the interface and build.

public import Varlink

/// A field that is named like the type that has it.
public enum NestedNamesContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.nested-names",
        description: #"""
            # A field that is named like the type that has it.
            interface org.example.nested-names

            type Item (
              item: (parent: ?Item),
              itemKind: (a, b)
            )

            type Other (
              item: Item
            )

            """#,
        methods: [])

    /// The type `Item`.
    public struct Item: VarlinkValue, Hashable {
        /// The field `item: (parent: ?Item)`.
        public var item: Item
        /// The field `itemKind: (a, b)`.
        public var itemKind: ItemKind

        /// Makes a value from its fields.
        public init(item: Item, itemKind: ItemKind) {
            self.item = item
            self.itemKind = itemKind
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var item: Item?
            var itemKind: ItemKind?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "item":
                    item = try reader.field("item", as: Item.self)
                case "itemKind":
                    itemKind = try reader.field("itemKind", as: ItemKind.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.item = try reader.require(item, "item")
            self.itemKind = try reader.require(itemKind, "itemKind")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("item", item)
            writer.field("itemKind", itemKind)
            writer.endObject()
        }

        /// What `item` holds: `(parent: ?Item)`.
        public struct Item: VarlinkValue, Hashable {
            /// The field `parent: ?Item`.
            public var parent: NestedNamesContract.Item? {
                get { _parent.first }
                set { _parent = newValue.map { [$0] } ?? [] }
            }
            /// Keeps `parent`: a structure can't hold one of its own kind, an array of none or one can.
            private var _parent: [NestedNamesContract.Item]

            /// Makes a value from its fields.
            public init(parent: NestedNamesContract.Item? = nil) {
                self._parent = parent.map { [$0] } ?? []
            }

            /// Reads the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var parent: NestedNamesContract.Item?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "parent":
                        parent = try reader.optionalField("parent", as: NestedNamesContract.Item.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self._parent = parent.map { [$0] } ?? []
            }

            /// Writes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.optionalField("parent", parent)
                writer.endObject()
            }
        }

        /// What `itemKind` holds: `(a, b)`.
        public enum ItemKind: String, VarlinkEnum, CaseIterable {
            /// The value `a`.
            case a
            /// The value `b`.
            case b
        }
    }

    /// The type `Other`.
    public struct Other: VarlinkValue, Hashable {
        /// The field `item: Item`.
        public var item: Item

        /// Makes a value from its fields.
        public init(item: Item) {
            self.item = item
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var item: Item?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "item":
                    item = try reader.field("item", as: Item.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.item = try reader.require(item, "item")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("item", item)
            writer.endObject()
        }
    }
}

/// What serves `org.example.nested-names`: one function for each method.
public protocol NestedNamesService: VarlinkInterface {}

extension NestedNamesService {
    /// The contract of `org.example.nested-names`.
    public static var contract: VarlinkContract { NestedNamesContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nested-names`.
public struct NestedNamesClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
