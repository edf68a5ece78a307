// Generated from org.example.items.varlink. Do not edit: change the interface and build.

public import Varlink

/// A durable list of items that clients can watch.
public enum ItemsContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.items",
        description: #"""
            # A durable list of items that clients can watch.
            interface org.example.items

            # One item of the list.
            type Item (
              # Its identifier: a UUID.
              id: string,
              title: string,
              count: int,
              tags: ?[]string,
              kind: (plain, starred)
            )

            # Adds an item to the list.
            method Add(
              # What it says: at most 1,024 bytes.
              title: string,
              # How many there are,
              # zero or more.
              count: int
            ) -> (item: Item)

            # Lists the items.
            # [Requires 'more' flag]
            method List(filter: ?string, limit: ?int) -> (item: ?Item)

            # How many items there are; with 'more', again after every change.
            # [Supports 'more' flag]
            method Count() -> (count: int)

            method Clear() -> ()

            # No item has this identifier.
            error NoSuchItem (
              # The identifier of the call.
              id: string
            )

            error StorageFull ()

            """#,
        methods: [
            VarlinkContract.Method(name: "Add", streaming: .never),
            VarlinkContract.Method(name: "List", streaming: .required),
            VarlinkContract.Method(name: "Count", streaming: .supported),
            VarlinkContract.Method(name: "Clear", streaming: .never),
        ])

    /// One item of the list.
    public struct Item: VarlinkValue, Hashable {
        /// Its identifier: a UUID.
        public var id: String
        /// The field `title: string`.
        public var title: String
        /// The field `count: int`.
        public var count: Int
        /// The field `tags: ?[]string`.
        public var tags: [String]?
        /// The field `kind: (plain, starred)`.
        public var kind: Kind

        /// Makes a value from its fields.
        public init(id: String, title: String, count: Int, tags: [String]? = nil, kind: Kind) {
            self.id = id
            self.title = title
            self.count = count
            self.tags = tags
            self.kind = kind
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var id: String?
            var title: String?
            var count: Int?
            var tags: [String]?
            var kind: Kind?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "id":
                    id = try reader.field("id", as: String.self)
                case "title":
                    title = try reader.field("title", as: String.self)
                case "count":
                    count = try reader.field("count", as: Int.self)
                case "tags":
                    tags = try reader.optionalField("tags", as: [String].self)
                case "kind":
                    kind = try reader.field("kind", as: Kind.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.id = try reader.require(id, "id")
            self.title = try reader.require(title, "title")
            self.count = try reader.require(count, "count")
            self.tags = tags
            self.kind = try reader.require(kind, "kind")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("id", id)
            writer.field("title", title)
            writer.field("count", count)
            writer.optionalField("tags", tags)
            writer.field("kind", kind)
            writer.endObject()
        }

        /// What `kind` holds: `(plain, starred)`.
        public enum Kind: String, VarlinkEnum, CaseIterable {
            /// The value `plain`.
            case plain
            /// The value `starred`.
            case starred
        }
    }

    /// The parameters of `Add`.
    public struct AddParameters: VarlinkValue, Hashable {
        /// What it says: at most 1,024 bytes.
        public var title: String
        /// How many there are,
        /// zero or more.
        public var count: Int

        /// Makes a value from its fields.
        public init(title: String, count: Int) {
            self.title = title
            self.count = count
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var title: String?
            var count: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "title":
                    title = try reader.field("title", as: String.self)
                case "count":
                    count = try reader.field("count", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.title = try reader.require(title, "title")
            self.count = try reader.require(count, "count")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("title", title)
            writer.field("count", count)
            writer.endObject()
        }
    }

    /// The reply of `Add`.
    public struct AddReply: VarlinkValue, Hashable {
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

    /// The parameters of `List`.
    public struct ListParameters: VarlinkValue, Hashable {
        /// The field `filter: ?string`.
        public var filter: String?
        /// The field `limit: ?int`.
        public var limit: Int?

        /// Makes a value from its fields.
        public init(filter: String? = nil, limit: Int? = nil) {
            self.filter = filter
            self.limit = limit
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var filter: String?
            var limit: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "filter":
                    filter = try reader.optionalField("filter", as: String.self)
                case "limit":
                    limit = try reader.optionalField("limit", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.filter = filter
            self.limit = limit
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("filter", filter)
            writer.optionalField("limit", limit)
            writer.endObject()
        }
    }

    /// The reply of `List`.
    public struct ListReply: VarlinkValue, Hashable {
        /// The field `item: ?Item`.
        public var item: Item?

        /// Makes a value from its fields.
        public init(item: Item? = nil) {
            self.item = item
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var item: Item?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "item":
                    item = try reader.optionalField("item", as: Item.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.item = item
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("item", item)
            writer.endObject()
        }
    }

    /// The parameters of `Count`.
    public struct CountParameters: VarlinkValue, Hashable {
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

    /// The reply of `Count`.
    public struct CountReply: VarlinkValue, Hashable {
        /// The field `count: int`.
        public var count: Int

        /// Makes a value from its fields.
        public init(count: Int) {
            self.count = count
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var count: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "count":
                    count = try reader.field("count", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.count = try reader.require(count, "count")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("count", count)
            writer.endObject()
        }
    }

    /// The parameters of `Clear`.
    public struct ClearParameters: VarlinkValue, Hashable {
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

    /// The reply of `Clear`.
    public struct ClearReply: VarlinkValue, Hashable {
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

/// The errors of `org.example.items`.
public enum ItemsError: VarlinkError, Hashable {
    /// No item has this identifier.
    ///
    /// - Parameter id: The identifier of the call.
    case noSuchItem(id: String)
    /// The error `StorageFull`.
    case storageFull

    /// The interface that declares these errors.
    public static let interface = "org.example.items"

    /// The error's name, without that of the interface.
    public var name: String {
        switch self {
        case .noSuchItem: "NoSuchItem"
        case .storageFull: "StorageFull"
        }
    }

    /// Writes the error's parameters as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .noSuchItem(let id):
            writer.field("id", id)
        case .storageFull:
            break
        }
        writer.endObject()
    }

    /// Reads the error of a name from its parameters; nil where the interface has no such error.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "NoSuchItem":
            var id: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "id":
                    id = try reader.field("id", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .noSuchItem(id: try reader.require(id, "id"))
        case "StorageFull":
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try reader.unknownField(key)
            }
            self = .storageFull
        default:
            return nil
        }
    }
}

/// What serves `org.example.items`: one function for each method.
public protocol ItemsCommands: VarlinkInterface {
    /// Adds an item to the list.
    ///
    /// - Parameters:
    ///   - title: What it says: at most 1,024 bytes.
    ///   - count: How many there are,
    ///     zero or more.
    ///   - context: Who calls, and how.
    /// - Returns: The reply.
    /// - Throws: ``ItemsError`` or another `VarlinkError`; the router maps all others.
    func add(title: String, count: Int, context: CallContext) async throws -> ItemsContract.AddReply

    /// Lists the items.
    ///
    /// - Returns: The last reply; those before it go to `replies`.
    /// - Throws: ``ItemsError`` or another `VarlinkError`; the router maps all others.
    func list(
        filter: String?,
        limit: Int?,
        replies: ReplyWriter<ItemsContract.ListReply>,
        context: CallContext
    ) async throws -> ItemsContract.ListReply

    /// How many items there are; with 'more', again after every change.
    ///
    /// - Returns: The last reply; those before it go to `replies`.
    /// - Throws: ``ItemsError`` or another `VarlinkError`; the router maps all others.
    func count(
        replies: ReplyWriter<ItemsContract.CountReply>,
        context: CallContext
    ) async throws -> ItemsContract.CountReply

    /// The method `Clear`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ItemsError`` or another `VarlinkError`; the router maps all others.
    func clear(context: CallContext) async throws -> ItemsContract.ClearReply
}

extension ItemsCommands {
    /// The contract of `org.example.items`.
    public static var contract: VarlinkContract { ItemsContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Add":
            let parameters = try call.parameters(as: ItemsContract.AddParameters.self)
            let reply = try await add(title: parameters.title, count: parameters.count, context: call.context)
            try await call.reply(reply)
        case "List":
            let parameters = try call.parameters(as: ItemsContract.ListParameters.self)
            let replies = try call.replies(of: ItemsContract.ListReply.self, streaming: .required)
            let reply = try await list(
                filter: parameters.filter,
                limit: parameters.limit,
                replies: replies,
                context: call.context)
            try await call.reply(reply)
        case "Count":
            _ = try call.parameters(as: ItemsContract.CountParameters.self)
            let replies = try call.replies(of: ItemsContract.CountReply.self, streaming: .supported)
            let reply = try await count(replies: replies, context: call.context)
            try await call.reply(reply)
        case "Clear":
            _ = try call.parameters(as: ItemsContract.ClearParameters.self)
            let reply = try await clear(context: call.context)
            try await call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.items`.
public struct ItemsClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// Adds an item to the list.
    ///
    /// - Parameters:
    ///   - title: What it says: at most 1,024 bytes.
    ///   - count: How many there are,
    ///     zero or more.
    /// - Returns: The reply.
    /// - Throws: ``ItemsError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func add(title: String, count: Int) async throws -> ItemsContract.AddReply {
        try await caller.call(
            "org.example.items.Add",
            ItemsContract.AddParameters(title: title, count: count),
            returning: ItemsContract.AddReply.self,
            errors: ItemsError.self)
    }

    /// Lists the items.
    ///
    /// - Returns: The replies.
    ///   Iterating throws ``ItemsError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func list(filter: String? = nil, limit: Int? = nil) -> ReplySequence<ItemsContract.ListReply> {
        caller.stream(
            "org.example.items.List",
            ItemsContract.ListParameters(filter: filter, limit: limit),
            returning: ItemsContract.ListReply.self,
            errors: ItemsError.self)
    }

    /// How many items there are; with 'more', again after every change.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ItemsError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func count() async throws -> ItemsContract.CountReply {
        try await caller.call(
            "org.example.items.Count",
            ItemsContract.CountParameters(),
            returning: ItemsContract.CountReply.self,
            errors: ItemsError.self)
    }

    /// How many items there are; with 'more', again after every change.
    ///
    /// - Returns: The replies.
    ///   Iterating throws ``ItemsError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func countReplies() -> ReplySequence<ItemsContract.CountReply> {
        caller.stream(
            "org.example.items.Count",
            ItemsContract.CountParameters(),
            returning: ItemsContract.CountReply.self,
            errors: ItemsError.self)
    }

    /// The method `Clear`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ItemsError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func clear() async throws -> ItemsContract.ClearReply {
        try await caller.call(
            "org.example.items.Clear",
            ItemsContract.ClearParameters(),
            returning: ItemsContract.ClearReply.self,
            errors: ItemsError.self)
    }
}
