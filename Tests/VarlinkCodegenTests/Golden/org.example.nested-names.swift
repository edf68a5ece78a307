// Generated from org.example.nested-names.varlink. Do not edit: change the interface and build again.

public import Varlink

/// A field with the name of its type.
public enum NestedNamesContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.nested-names",
        description: #"""
            # A field with the name of its type.
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

        /// Creates a value from its fields.
        public init(item: Item, itemKind: ItemKind) {
            self.item = item
            self.itemKind = itemKind
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("item", item)
            writer.field("itemKind", itemKind)
            writer.endObject()
        }

        /// The type `(parent: ?Item)` of `item`.
        public struct Item: VarlinkValue, Hashable {
            /// The field `parent: ?Item`.
            public var parent: NestedNamesContract.Item? {
                get { _parent.first }
                set { _parent = newValue.map { [$0] } ?? [] }
            }
            /// The storage of `parent`: an array, because a structure can't contain itself directly.
            private var _parent: [NestedNamesContract.Item]

            /// Creates a value from its fields.
            public init(parent: NestedNamesContract.Item? = nil) {
                self._parent = parent.map { [$0] } ?? []
            }

            /// Decodes the value from JSON.
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

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.optionalField("parent", parent)
                writer.endObject()
            }
        }

        /// The type `(a, b)` of `itemKind`.
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

        /// Creates a value from its fields.
        public init(item: Item) {
            self.item = item
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("item", item)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.nested-names`, with a function for each method.
public protocol NestedNamesService: VarlinkInterface {}

extension NestedNamesService {
    /// The contract of `org.example.nested-names`.
    public static var contract: VarlinkContract { NestedNamesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nested-names`.
public struct NestedNamesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
