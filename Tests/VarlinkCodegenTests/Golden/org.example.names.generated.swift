// Generated from org.example.names.varlink. Do not edit: change the interface and build.

public import Varlink

/// Names that mean something in Swift, or that are alike there.
public enum NamesContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.names",
        description: #"""
            # Names that mean something in Swift, or that are alike there.
            interface org.example.names

            type Keywords (
              self: int,
              init: int,
              default: ?string,
              in: bool,
              inout: bool,
              var: bool,
              await: int,
              async: int,
              try: int,
              repeat: ?int,
              type: (service, default, self, init, allCases, none),
              protocol: (a, b),
              any: (yes, no),
              hashValue: int,
              hash: string,
              description: string,
              reader: int,
              writer: int,
              key: int,
              write: int
            )

            type Styles (
              tylium_level: int,
              tyliumLevel: int,
              URLPath: string,
              ID: string,
              X509: string,
              X509Cert: string,
              MAX_SIZE: int,
              state: (READ_ONLY, read_write, ReadWrite, PLAIN)
            )

            # Its name is the standard library's.
            type String (
              string: string,
              map: [string]String
            )

            type Int (
              int: int,
              hashable: (a, b)
            )

            type Hashable (
              value: (a, b)
            )

            # Its name is the runtime's.
            type JSONValue (
              value: object
            )

            type Type (
              type: ?Type,
              item: Item
            )

            # A field named like the type that has it.
            type Item (
              item: (parent: ?Item),
              itemKind: (a, b)
            )

            # Takes the name that the reply of Add would have.
            type AddReply (
              sum: int
            )

            method Add(context: int, replies: int, caller: int, callContext: ?int) -> (
              self: AddReply
            )

            # [Requires 'more' flag]
            method Stream(context: int, replies: int, replyWriter: int) -> (key: int)

            # [Supports 'more' flag]
            method Watch() -> ()

            method WatchReplies() -> ()

            method Call(parameters: int) -> (reply: int)

            method Reply() -> ()

            method Caller() -> ()

            method Init(init: int, self: int) -> ()

            method URLFetch(
              aVeryLongParameterName: [string]string,
              anotherVeryLongParameterName: ?int,
              theLast: Keywords
            ) -> (aVeryLongFieldName: [string]string)

            error Name (name: string, reader: int, key: int)

            error Interface ()

            error Default (default: string, writer: int, in: (a, b))

            error WithVeryManyParameters (
              theFirstOfManyParameters: string,
              theSecondOfManyParameters: int,
              theThirdOfManyParameters: bool
            )

            """#,
        methods: [
            VarlinkContract.Method(name: "Add", streaming: .never),
            VarlinkContract.Method(name: "Stream", streaming: .required),
            VarlinkContract.Method(name: "Watch", streaming: .supported),
            VarlinkContract.Method(name: "WatchReplies", streaming: .never),
            VarlinkContract.Method(name: "Call", streaming: .never),
            VarlinkContract.Method(name: "Reply", streaming: .never),
            VarlinkContract.Method(name: "Caller", streaming: .never),
            VarlinkContract.Method(name: "Init", streaming: .never),
            VarlinkContract.Method(name: "URLFetch", streaming: .never),
        ])

    /// The type `Keywords`.
    public struct Keywords: VarlinkValue, Swift.Hashable {
        /// The field `self: int`.
        public var self_: Swift.Int
        /// The field `init: int`.
        public var `init`: Swift.Int
        /// The field `default: ?string`.
        public var `default`: Swift.String?
        /// The field `in: bool`.
        public var `in`: Bool
        /// The field `inout: bool`.
        public var `inout`: Bool
        /// The field `var: bool`.
        public var `var`: Bool
        /// The field `await: int`.
        public var `await`: Swift.Int
        /// The field `async: int`.
        public var `async`: Swift.Int
        /// The field `try: int`.
        public var `try`: Swift.Int
        /// The field `repeat: ?int`.
        public var `repeat`: Swift.Int?
        /// The field `type: (service, default, self, init, allCases, none)`.
        public var type: KeywordsType
        /// The field `protocol: (a, b)`.
        public var `protocol`: KeywordsProtocol
        /// The field `any: (yes, no)`.
        public var `any`: KeywordsAny
        /// The field `hashValue: int`.
        public var hashValue_: Swift.Int
        /// The field `hash: string`.
        public var hash: Swift.String
        /// The field `description: string`.
        public var description: Swift.String
        /// The field `reader: int`.
        public var reader: Swift.Int
        /// The field `writer: int`.
        public var writer: Swift.Int
        /// The field `key: int`.
        public var key: Swift.Int
        /// The field `write: int`.
        public var write: Swift.Int

        /// Makes a value from its fields.
        public init(
            self_: Swift.Int,
            `init`: Swift.Int,
            `default`: Swift.String? = nil,
            `in`: Bool,
            `inout`: Bool,
            `var`: Bool,
            `await`: Swift.Int,
            `async`: Swift.Int,
            `try`: Swift.Int,
            `repeat`: Swift.Int? = nil,
            type: KeywordsType,
            `protocol`: KeywordsProtocol,
            `any`: KeywordsAny,
            hashValue_: Swift.Int,
            hash: Swift.String,
            description: Swift.String,
            reader: Swift.Int,
            writer: Swift.Int,
            key: Swift.Int,
            write: Swift.Int
        ) {
            self.self_ = self_
            self.`init` = `init`
            self.`default` = `default`
            self.`in` = `in`
            self.`inout` = `inout`
            self.`var` = `var`
            self.`await` = `await`
            self.`async` = `async`
            self.`try` = `try`
            self.`repeat` = `repeat`
            self.type = type
            self.`protocol` = `protocol`
            self.`any` = `any`
            self.hashValue_ = hashValue_
            self.hash = hash
            self.description = description
            self.reader = reader
            self.writer = writer
            self.key = key
            self.write = write
        }

        /// Reads the value from JSON.
        public init(from jsonReader: inout JSONReader) throws(VarlinkDecodingError) {
            var self_: Swift.Int?
            var `init`: Swift.Int?
            var `default`: Swift.String?
            var `in`: Bool?
            var `inout`: Bool?
            var `var`: Bool?
            var `await`: Swift.Int?
            var `async`: Swift.Int?
            var `try`: Swift.Int?
            var `repeat`: Swift.Int?
            var type: KeywordsType?
            var `protocol`: KeywordsProtocol?
            var `any`: KeywordsAny?
            var hashValue_: Swift.Int?
            var hash: Swift.String?
            var description: Swift.String?
            var reader: Swift.Int?
            var writer: Swift.Int?
            var key: Swift.Int?
            var write: Swift.Int?
            try jsonReader.beginObject()
            while let fieldName = try jsonReader.nextKey() {
                switch fieldName {
                case "self":
                    self_ = try jsonReader.field("self", as: Swift.Int.self)
                case "init":
                    `init` = try jsonReader.field("init", as: Swift.Int.self)
                case "default":
                    `default` = try jsonReader.optionalField("default", as: Swift.String.self)
                case "in":
                    `in` = try jsonReader.field("in", as: Bool.self)
                case "inout":
                    `inout` = try jsonReader.field("inout", as: Bool.self)
                case "var":
                    `var` = try jsonReader.field("var", as: Bool.self)
                case "await":
                    `await` = try jsonReader.field("await", as: Swift.Int.self)
                case "async":
                    `async` = try jsonReader.field("async", as: Swift.Int.self)
                case "try":
                    `try` = try jsonReader.field("try", as: Swift.Int.self)
                case "repeat":
                    `repeat` = try jsonReader.optionalField("repeat", as: Swift.Int.self)
                case "type":
                    type = try jsonReader.field("type", as: KeywordsType.self)
                case "protocol":
                    `protocol` = try jsonReader.field("protocol", as: KeywordsProtocol.self)
                case "any":
                    `any` = try jsonReader.field("any", as: KeywordsAny.self)
                case "hashValue":
                    hashValue_ = try jsonReader.field("hashValue", as: Swift.Int.self)
                case "hash":
                    hash = try jsonReader.field("hash", as: Swift.String.self)
                case "description":
                    description = try jsonReader.field("description", as: Swift.String.self)
                case "reader":
                    reader = try jsonReader.field("reader", as: Swift.Int.self)
                case "writer":
                    writer = try jsonReader.field("writer", as: Swift.Int.self)
                case "key":
                    key = try jsonReader.field("key", as: Swift.Int.self)
                case "write":
                    write = try jsonReader.field("write", as: Swift.Int.self)
                default:
                    try jsonReader.unknownField(fieldName)
                }
            }
            self.self_ = try jsonReader.require(self_, "self")
            self.`init` = try jsonReader.require(`init`, "init")
            self.`default` = `default`
            self.`in` = try jsonReader.require(`in`, "in")
            self.`inout` = try jsonReader.require(`inout`, "inout")
            self.`var` = try jsonReader.require(`var`, "var")
            self.`await` = try jsonReader.require(`await`, "await")
            self.`async` = try jsonReader.require(`async`, "async")
            self.`try` = try jsonReader.require(`try`, "try")
            self.`repeat` = `repeat`
            self.type = try jsonReader.require(type, "type")
            self.`protocol` = try jsonReader.require(`protocol`, "protocol")
            self.`any` = try jsonReader.require(`any`, "any")
            self.hashValue_ = try jsonReader.require(hashValue_, "hashValue")
            self.hash = try jsonReader.require(hash, "hash")
            self.description = try jsonReader.require(description, "description")
            self.reader = try jsonReader.require(reader, "reader")
            self.writer = try jsonReader.require(writer, "writer")
            self.key = try jsonReader.require(key, "key")
            self.write = try jsonReader.require(write, "write")
        }

        /// Writes the value as JSON.
        public func write(to jsonWriter: inout JSONWriter) {
            jsonWriter.beginObject()
            jsonWriter.field("self", self_)
            jsonWriter.field("init", `init`)
            jsonWriter.optionalField("default", `default`)
            jsonWriter.field("in", `in`)
            jsonWriter.field("inout", `inout`)
            jsonWriter.field("var", `var`)
            jsonWriter.field("await", `await`)
            jsonWriter.field("async", `async`)
            jsonWriter.field("try", `try`)
            jsonWriter.optionalField("repeat", `repeat`)
            jsonWriter.field("type", type)
            jsonWriter.field("protocol", `protocol`)
            jsonWriter.field("any", `any`)
            jsonWriter.field("hashValue", hashValue_)
            jsonWriter.field("hash", hash)
            jsonWriter.field("description", description)
            jsonWriter.field("reader", reader)
            jsonWriter.field("writer", writer)
            jsonWriter.field("key", key)
            jsonWriter.field("write", write)
            jsonWriter.endObject()
        }

        /// What `type` holds: `(service, default, self, init, allCases, none)`.
        public enum KeywordsType: Swift.String, VarlinkEnum, CaseIterable {
            /// The value `service`.
            case service
            /// The value `default`.
            case `default`
            /// The value `self`.
            case self_ = "self"
            /// The value `init`.
            case `init`
            /// The value `allCases`.
            case allCases_ = "allCases"
            /// The value `none`.
            case none
        }

        /// What `protocol` holds: `(a, b)`.
        public enum KeywordsProtocol: Swift.String, VarlinkEnum, CaseIterable {
            /// The value `a`.
            case a
            /// The value `b`.
            case b
        }

        /// What `any` holds: `(yes, no)`.
        public enum KeywordsAny: Swift.String, VarlinkEnum, CaseIterable {
            /// The value `yes`.
            case yes
            /// The value `no`.
            case no
        }
    }

    /// The type `Styles`.
    public struct Styles: VarlinkValue, Swift.Hashable {
        /// The field `tylium_level: int`.
        public var tyliumLevel: Swift.Int
        /// The field `tyliumLevel: int`.
        public var tyliumLevel_: Swift.Int
        /// The field `URLPath: string`.
        public var urlPath: Swift.String
        /// The field `ID: string`.
        public var id: Swift.String
        /// The field `X509: string`.
        public var x509: Swift.String
        /// The field `X509Cert: string`.
        public var x509Cert: Swift.String
        /// The field `MAX_SIZE: int`.
        public var maxSize: Swift.Int
        /// The field `state: (READ_ONLY, read_write, ReadWrite, PLAIN)`.
        public var state: State

        /// Makes a value from its fields.
        public init(
            tyliumLevel: Swift.Int,
            tyliumLevel_: Swift.Int,
            urlPath: Swift.String,
            id: Swift.String,
            x509: Swift.String,
            x509Cert: Swift.String,
            maxSize: Swift.Int,
            state: State
        ) {
            self.tyliumLevel = tyliumLevel
            self.tyliumLevel_ = tyliumLevel_
            self.urlPath = urlPath
            self.id = id
            self.x509 = x509
            self.x509Cert = x509Cert
            self.maxSize = maxSize
            self.state = state
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var tyliumLevel: Swift.Int?
            var tyliumLevel_: Swift.Int?
            var urlPath: Swift.String?
            var id: Swift.String?
            var x509: Swift.String?
            var x509Cert: Swift.String?
            var maxSize: Swift.Int?
            var state: State?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "tylium_level":
                    tyliumLevel = try reader.field("tylium_level", as: Swift.Int.self)
                case "tyliumLevel":
                    tyliumLevel_ = try reader.field("tyliumLevel", as: Swift.Int.self)
                case "URLPath":
                    urlPath = try reader.field("URLPath", as: Swift.String.self)
                case "ID":
                    id = try reader.field("ID", as: Swift.String.self)
                case "X509":
                    x509 = try reader.field("X509", as: Swift.String.self)
                case "X509Cert":
                    x509Cert = try reader.field("X509Cert", as: Swift.String.self)
                case "MAX_SIZE":
                    maxSize = try reader.field("MAX_SIZE", as: Swift.Int.self)
                case "state":
                    state = try reader.field("state", as: State.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.tyliumLevel = try reader.require(tyliumLevel, "tylium_level")
            self.tyliumLevel_ = try reader.require(tyliumLevel_, "tyliumLevel")
            self.urlPath = try reader.require(urlPath, "URLPath")
            self.id = try reader.require(id, "ID")
            self.x509 = try reader.require(x509, "X509")
            self.x509Cert = try reader.require(x509Cert, "X509Cert")
            self.maxSize = try reader.require(maxSize, "MAX_SIZE")
            self.state = try reader.require(state, "state")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("tylium_level", tyliumLevel)
            writer.field("tyliumLevel", tyliumLevel_)
            writer.field("URLPath", urlPath)
            writer.field("ID", id)
            writer.field("X509", x509)
            writer.field("X509Cert", x509Cert)
            writer.field("MAX_SIZE", maxSize)
            writer.field("state", state)
            writer.endObject()
        }

        /// What `state` holds: `(READ_ONLY, read_write, ReadWrite, PLAIN)`.
        public enum State: Swift.String, VarlinkEnum, CaseIterable {
            /// The value `READ_ONLY`.
            case readOnly = "READ_ONLY"
            /// The value `read_write`.
            case readWrite = "read_write"
            /// The value `ReadWrite`.
            case readWrite_ = "ReadWrite"
            /// The value `PLAIN`.
            case plain = "PLAIN"
        }
    }

    /// Its name is the standard library's.
    public struct String: VarlinkValue, Swift.Hashable {
        /// The field `string: string`.
        public var string: Swift.String
        /// The field `map: [string]String`.
        public var map: [Swift.String: String]

        /// Makes a value from its fields.
        public init(string: Swift.String, map: [Swift.String: String]) {
            self.string = string
            self.map = map
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var string: Swift.String?
            var map: [Swift.String: String]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "string":
                    string = try reader.field("string", as: Swift.String.self)
                case "map":
                    map = try reader.field("map", as: [Swift.String: String].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.string = try reader.require(string, "string")
            self.map = try reader.require(map, "map")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("string", string)
            writer.field("map", map)
            writer.endObject()
        }
    }

    /// The type `Int`.
    public struct Int: VarlinkValue, Swift.Hashable {
        /// The field `int: int`.
        public var int: Swift.Int
        /// The field `hashable: (a, b)`.
        public var hashable: Hashable

        /// Makes a value from its fields.
        public init(int: Swift.Int, hashable: Hashable) {
            self.int = int
            self.hashable = hashable
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var int: Swift.Int?
            var hashable: Hashable?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "int":
                    int = try reader.field("int", as: Swift.Int.self)
                case "hashable":
                    hashable = try reader.field("hashable", as: Hashable.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.int = try reader.require(int, "int")
            self.hashable = try reader.require(hashable, "hashable")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("int", int)
            writer.field("hashable", hashable)
            writer.endObject()
        }

        /// What `hashable` holds: `(a, b)`.
        public enum Hashable: Swift.String, VarlinkEnum, CaseIterable {
            /// The value `a`.
            case a
            /// The value `b`.
            case b
        }
    }

    /// The type `Hashable`.
    public struct Hashable: VarlinkValue, Swift.Hashable {
        /// The field `value: (a, b)`.
        public var value: Value

        /// Makes a value from its fields.
        public init(value: Value) {
            self.value = value
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var value: Value?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value":
                    value = try reader.field("value", as: Value.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.value = try reader.require(value, "value")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("value", value)
            writer.endObject()
        }

        /// What `value` holds: `(a, b)`.
        public enum Value: Swift.String, VarlinkEnum, CaseIterable {
            /// The value `a`.
            case a
            /// The value `b`.
            case b
        }
    }

    /// Its name is the runtime's.
    public struct JSONValue_: VarlinkValue, Swift.Hashable {
        /// The field `value: object`.
        public var value: JSONObject

        /// Makes a value from its fields.
        public init(value: JSONObject) {
            self.value = value
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var value: JSONObject?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "value":
                    value = try reader.field("value", as: JSONObject.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.value = try reader.require(value, "value")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("value", value)
            writer.endObject()
        }
    }

    /// The type `Type`.
    public struct Type_: VarlinkValue, Swift.Hashable {
        /// The field `type: ?Type`.
        public var type: Type_? {
            get { _type.first }
            set { _type = newValue.map { [$0] } ?? [] }
        }
        /// Keeps `type`: a structure can't hold one of its own kind, an array of none or one can.
        private var _type: [Type_]
        /// The field `item: Item`.
        public var item: Item

        /// Makes a value from its fields.
        public init(type: Type_? = nil, item: Item) {
            self._type = type.map { [$0] } ?? []
            self.item = item
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var type: Type_?
            var item: Item?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "type":
                    type = try reader.optionalField("type", as: Type_.self)
                case "item":
                    item = try reader.field("item", as: Item.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self._type = type.map { [$0] } ?? []
            self.item = try reader.require(item, "item")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("type", type)
            writer.field("item", item)
            writer.endObject()
        }
    }

    /// A field named like the type that has it.
    public struct Item: VarlinkValue, Swift.Hashable {
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
        public struct Item: VarlinkValue, Swift.Hashable {
            /// The field `parent: ?Item`.
            public var parent: NamesContract.Item? {
                get { _parent.first }
                set { _parent = newValue.map { [$0] } ?? [] }
            }
            /// Keeps `parent`: a structure can't hold one of its own kind, an array of none or one can.
            private var _parent: [NamesContract.Item]

            /// Makes a value from its fields.
            public init(parent: NamesContract.Item? = nil) {
                self._parent = parent.map { [$0] } ?? []
            }

            /// Reads the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var parent: NamesContract.Item?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "parent":
                        parent = try reader.optionalField("parent", as: NamesContract.Item.self)
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
        public enum ItemKind: Swift.String, VarlinkEnum, CaseIterable {
            /// The value `a`.
            case a
            /// The value `b`.
            case b
        }
    }

    /// Takes the name that the reply of Add would have.
    public struct AddReply: VarlinkValue, Swift.Hashable {
        /// The field `sum: int`.
        public var sum: Swift.Int

        /// Makes a value from its fields.
        public init(sum: Swift.Int) {
            self.sum = sum
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var sum: Swift.Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "sum":
                    sum = try reader.field("sum", as: Swift.Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.sum = try reader.require(sum, "sum")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("sum", sum)
            writer.endObject()
        }
    }

    /// The parameters of `Add`.
    public struct AddParameters: VarlinkValue, Swift.Hashable {
        /// The field `context: int`.
        public var context: Swift.Int
        /// The field `replies: int`.
        public var replies: Swift.Int
        /// The field `caller: int`.
        public var caller: Swift.Int
        /// The field `callContext: ?int`.
        public var callContext: Swift.Int?

        /// Makes a value from its fields.
        public init(context: Swift.Int, replies: Swift.Int, caller: Swift.Int, callContext: Swift.Int? = nil) {
            self.context = context
            self.replies = replies
            self.caller = caller
            self.callContext = callContext
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var context: Swift.Int?
            var replies: Swift.Int?
            var caller: Swift.Int?
            var callContext: Swift.Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "context":
                    context = try reader.field("context", as: Swift.Int.self)
                case "replies":
                    replies = try reader.field("replies", as: Swift.Int.self)
                case "caller":
                    caller = try reader.field("caller", as: Swift.Int.self)
                case "callContext":
                    callContext = try reader.optionalField("callContext", as: Swift.Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.context = try reader.require(context, "context")
            self.replies = try reader.require(replies, "replies")
            self.caller = try reader.require(caller, "caller")
            self.callContext = callContext
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("context", context)
            writer.field("replies", replies)
            writer.field("caller", caller)
            writer.optionalField("callContext", callContext)
            writer.endObject()
        }
    }

    /// The reply of `Add`.
    public struct AddReply_: VarlinkValue, Swift.Hashable {
        /// The field `self: AddReply`.
        public var self_: AddReply

        /// Makes a value from its fields.
        public init(self_: AddReply) {
            self.self_ = self_
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var self_: AddReply?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "self":
                    self_ = try reader.field("self", as: AddReply.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.self_ = try reader.require(self_, "self")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("self", self_)
            writer.endObject()
        }
    }

    /// The parameters of `Stream`.
    public struct StreamParameters: VarlinkValue, Swift.Hashable {
        /// The field `context: int`.
        public var context: Swift.Int
        /// The field `replies: int`.
        public var replies: Swift.Int
        /// The field `replyWriter: int`.
        public var replyWriter: Swift.Int

        /// Makes a value from its fields.
        public init(context: Swift.Int, replies: Swift.Int, replyWriter: Swift.Int) {
            self.context = context
            self.replies = replies
            self.replyWriter = replyWriter
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var context: Swift.Int?
            var replies: Swift.Int?
            var replyWriter: Swift.Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "context":
                    context = try reader.field("context", as: Swift.Int.self)
                case "replies":
                    replies = try reader.field("replies", as: Swift.Int.self)
                case "replyWriter":
                    replyWriter = try reader.field("replyWriter", as: Swift.Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.context = try reader.require(context, "context")
            self.replies = try reader.require(replies, "replies")
            self.replyWriter = try reader.require(replyWriter, "replyWriter")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("context", context)
            writer.field("replies", replies)
            writer.field("replyWriter", replyWriter)
            writer.endObject()
        }
    }

    /// The reply of `Stream`.
    public struct StreamReply: VarlinkValue, Swift.Hashable {
        /// The field `key: int`.
        public var key: Swift.Int

        /// Makes a value from its fields.
        public init(key: Swift.Int) {
            self.key = key
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var key: Swift.Int?
            try reader.beginObject()
            while let fieldName = try reader.nextKey() {
                switch fieldName {
                case "key":
                    key = try reader.field("key", as: Swift.Int.self)
                default:
                    try reader.unknownField(fieldName)
                }
            }
            self.key = try reader.require(key, "key")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("key", key)
            writer.endObject()
        }
    }

    /// The parameters of `Watch`.
    public struct WatchParameters: VarlinkValue, Swift.Hashable {
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

    /// The reply of `Watch`.
    public struct WatchReply: VarlinkValue, Swift.Hashable {
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

    /// The parameters of `WatchReplies`.
    public struct WatchRepliesParameters: VarlinkValue, Swift.Hashable {
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

    /// The reply of `WatchReplies`.
    public struct WatchRepliesReply: VarlinkValue, Swift.Hashable {
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

    /// The parameters of `Call`.
    public struct CallParameters: VarlinkValue, Swift.Hashable {
        /// The field `parameters: int`.
        public var parameters: Swift.Int

        /// Makes a value from its fields.
        public init(parameters: Swift.Int) {
            self.parameters = parameters
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var parameters: Swift.Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "parameters":
                    parameters = try reader.field("parameters", as: Swift.Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.parameters = try reader.require(parameters, "parameters")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("parameters", parameters)
            writer.endObject()
        }
    }

    /// The reply of `Call`.
    public struct CallReply: VarlinkValue, Swift.Hashable {
        /// The field `reply: int`.
        public var reply: Swift.Int

        /// Makes a value from its fields.
        public init(reply: Swift.Int) {
            self.reply = reply
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var reply: Swift.Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "reply":
                    reply = try reader.field("reply", as: Swift.Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.reply = try reader.require(reply, "reply")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("reply", reply)
            writer.endObject()
        }
    }

    /// The parameters of `Reply`.
    public struct ReplyParameters: VarlinkValue, Swift.Hashable {
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

    /// The reply of `Reply`.
    public struct ReplyReply: VarlinkValue, Swift.Hashable {
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

    /// The parameters of `Caller`.
    public struct CallerParameters: VarlinkValue, Swift.Hashable {
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

    /// The reply of `Caller`.
    public struct CallerReply: VarlinkValue, Swift.Hashable {
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

    /// The parameters of `Init`.
    public struct InitParameters: VarlinkValue, Swift.Hashable {
        /// The field `init: int`.
        public var `init`: Swift.Int
        /// The field `self: int`.
        public var self_: Swift.Int

        /// Makes a value from its fields.
        public init(`init`: Swift.Int, self_: Swift.Int) {
            self.`init` = `init`
            self.self_ = self_
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var `init`: Swift.Int?
            var self_: Swift.Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "init":
                    `init` = try reader.field("init", as: Swift.Int.self)
                case "self":
                    self_ = try reader.field("self", as: Swift.Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.`init` = try reader.require(`init`, "init")
            self.self_ = try reader.require(self_, "self")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("init", `init`)
            writer.field("self", self_)
            writer.endObject()
        }
    }

    /// The reply of `Init`.
    public struct InitReply: VarlinkValue, Swift.Hashable {
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

    /// The parameters of `URLFetch`.
    public struct URLFetchParameters: VarlinkValue, Swift.Hashable {
        /// The field `aVeryLongParameterName: [string]string`.
        public var aVeryLongParameterName: [Swift.String: Swift.String]
        /// The field `anotherVeryLongParameterName: ?int`.
        public var anotherVeryLongParameterName: Swift.Int?
        /// The field `theLast: Keywords`.
        public var theLast: Keywords

        /// Makes a value from its fields.
        public init(
            aVeryLongParameterName: [Swift.String: Swift.String],
            anotherVeryLongParameterName: Swift.Int? = nil,
            theLast: Keywords
        ) {
            self.aVeryLongParameterName = aVeryLongParameterName
            self.anotherVeryLongParameterName = anotherVeryLongParameterName
            self.theLast = theLast
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var aVeryLongParameterName: [Swift.String: Swift.String]?
            var anotherVeryLongParameterName: Swift.Int?
            var theLast: Keywords?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "aVeryLongParameterName":
                    aVeryLongParameterName = try reader.field(
                        "aVeryLongParameterName",
                        as: [Swift.String: Swift.String].self)
                case "anotherVeryLongParameterName":
                    anotherVeryLongParameterName = try reader.optionalField(
                        "anotherVeryLongParameterName",
                        as: Swift.Int.self)
                case "theLast":
                    theLast = try reader.field("theLast", as: Keywords.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.aVeryLongParameterName = try reader.require(aVeryLongParameterName, "aVeryLongParameterName")
            self.anotherVeryLongParameterName = anotherVeryLongParameterName
            self.theLast = try reader.require(theLast, "theLast")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("aVeryLongParameterName", aVeryLongParameterName)
            writer.optionalField("anotherVeryLongParameterName", anotherVeryLongParameterName)
            writer.field("theLast", theLast)
            writer.endObject()
        }
    }

    /// The reply of `URLFetch`.
    public struct URLFetchReply: VarlinkValue, Swift.Hashable {
        /// The field `aVeryLongFieldName: [string]string`.
        public var aVeryLongFieldName: [Swift.String: Swift.String]

        /// Makes a value from its fields.
        public init(aVeryLongFieldName: [Swift.String: Swift.String]) {
            self.aVeryLongFieldName = aVeryLongFieldName
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var aVeryLongFieldName: [Swift.String: Swift.String]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "aVeryLongFieldName":
                    aVeryLongFieldName = try reader.field("aVeryLongFieldName", as: [Swift.String: Swift.String].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.aVeryLongFieldName = try reader.require(aVeryLongFieldName, "aVeryLongFieldName")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("aVeryLongFieldName", aVeryLongFieldName)
            writer.endObject()
        }
    }
}

/// The errors of `org.example.names`.
public enum NamesError: VarlinkError, Hashable {
    /// The error `Name`.
    case name_(name: String, reader: Int, key: Int)
    /// The error `Interface`.
    case interface_
    /// The error `Default`.
    case `default`(`default`: String, writer: Int, `in`: DefaultIn)
    /// The error `WithVeryManyParameters`.
    case withVeryManyParameters(
        theFirstOfManyParameters: String,
        theSecondOfManyParameters: Int,
        theThirdOfManyParameters: Bool
    )

    /// The interface that declares these errors.
    public static let interface = "org.example.names"

    /// The error's name, without that of the interface.
    public var name: String {
        switch self {
        case .name_: "Name"
        case .interface_: "Interface"
        case .`default`: "Default"
        case .withVeryManyParameters: "WithVeryManyParameters"
        }
    }

    /// Writes the error's parameters as a JSON object.
    public func writeParameters(to jsonWriter: inout JSONWriter) {
        jsonWriter.beginObject()
        switch self {
        case .name_(let name, let reader, let key):
            jsonWriter.field("name", name)
            jsonWriter.field("reader", reader)
            jsonWriter.field("key", key)
        case .interface_:
            break
        case .`default`(let `default`, let writer, let `in`):
            jsonWriter.field("default", `default`)
            jsonWriter.field("writer", writer)
            jsonWriter.field("in", `in`)
        case .withVeryManyParameters(
            let theFirstOfManyParameters,
            let theSecondOfManyParameters,
            let theThirdOfManyParameters):
            jsonWriter.field("theFirstOfManyParameters", theFirstOfManyParameters)
            jsonWriter.field("theSecondOfManyParameters", theSecondOfManyParameters)
            jsonWriter.field("theThirdOfManyParameters", theThirdOfManyParameters)
        }
        jsonWriter.endObject()
    }

    /// Reads the error of a name from its parameters; nil where the interface has no such error.
    public init?(name: String, parameters jsonReader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Name":
            var name: String?
            var reader: Int?
            var key: Int?
            try jsonReader.beginObject()
            while let fieldName = try jsonReader.nextKey() {
                switch fieldName {
                case "name":
                    name = try jsonReader.field("name", as: String.self)
                case "reader":
                    reader = try jsonReader.field("reader", as: Int.self)
                case "key":
                    key = try jsonReader.field("key", as: Int.self)
                default:
                    try jsonReader.unknownField(fieldName)
                }
            }
            self = .name_(
                name: try jsonReader.require(name, "name"),
                reader: try jsonReader.require(reader, "reader"),
                key: try jsonReader.require(key, "key"))
        case "Interface":
            try jsonReader.beginObject()
            while let key = try jsonReader.nextKey() {
                try jsonReader.unknownField(key)
            }
            self = .interface_
        case "Default":
            var `default`: String?
            var writer: Int?
            var `in`: DefaultIn?
            try jsonReader.beginObject()
            while let key = try jsonReader.nextKey() {
                switch key {
                case "default":
                    `default` = try jsonReader.field("default", as: String.self)
                case "writer":
                    writer = try jsonReader.field("writer", as: Int.self)
                case "in":
                    `in` = try jsonReader.field("in", as: DefaultIn.self)
                default:
                    try jsonReader.unknownField(key)
                }
            }
            self = .`default`(
                default: try jsonReader.require(`default`, "default"),
                writer: try jsonReader.require(writer, "writer"),
                in: try jsonReader.require(`in`, "in"))
        case "WithVeryManyParameters":
            var theFirstOfManyParameters: String?
            var theSecondOfManyParameters: Int?
            var theThirdOfManyParameters: Bool?
            try jsonReader.beginObject()
            while let key = try jsonReader.nextKey() {
                switch key {
                case "theFirstOfManyParameters":
                    theFirstOfManyParameters = try jsonReader.field("theFirstOfManyParameters", as: String.self)
                case "theSecondOfManyParameters":
                    theSecondOfManyParameters = try jsonReader.field("theSecondOfManyParameters", as: Int.self)
                case "theThirdOfManyParameters":
                    theThirdOfManyParameters = try jsonReader.field("theThirdOfManyParameters", as: Bool.self)
                default:
                    try jsonReader.unknownField(key)
                }
            }
            self = .withVeryManyParameters(
                theFirstOfManyParameters: try jsonReader.require(theFirstOfManyParameters, "theFirstOfManyParameters"),
                theSecondOfManyParameters: try jsonReader.require(theSecondOfManyParameters, "theSecondOfManyParameters"),
                theThirdOfManyParameters: try jsonReader.require(theThirdOfManyParameters, "theThirdOfManyParameters"))
        default:
            return nil
        }
    }

    /// What `in` holds: `(a, b)`.
    public enum DefaultIn: String, VarlinkEnum, CaseIterable {
        /// The value `a`.
        case a
        /// The value `b`.
        case b
    }
}

/// What serves `org.example.names`: one function for each method.
public protocol NamesCommands: VarlinkInterface {
    /// The method `Add`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError`` or another `VarlinkError`; the router maps all others.
    func add(
        context: Int,
        replies: Int,
        caller: Int,
        callContext: Int?,
        callContext_: CallContext
    ) async throws -> NamesContract.AddReply_

    /// The method `Stream`.
    ///
    /// - Returns: The last reply; those before it go to `replyWriter_`.
    /// - Throws: ``NamesError`` or another `VarlinkError`; the router maps all others.
    func stream(
        context: Int,
        replies: Int,
        replyWriter: Int,
        replyWriter_: ReplyWriter<NamesContract.StreamReply>,
        callContext: CallContext
    ) async throws -> NamesContract.StreamReply

    /// The method `Watch`.
    ///
    /// - Returns: The last reply; those before it go to `replies`.
    /// - Throws: ``NamesError`` or another `VarlinkError`; the router maps all others.
    func watch(
        replies: ReplyWriter<NamesContract.WatchReply>,
        context: CallContext
    ) async throws -> NamesContract.WatchReply

    /// The method `WatchReplies`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError`` or another `VarlinkError`; the router maps all others.
    func watchReplies(context: CallContext) async throws -> NamesContract.WatchRepliesReply

    /// The method `Call`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError`` or another `VarlinkError`; the router maps all others.
    func call(parameters: Int, context: CallContext) async throws -> NamesContract.CallReply

    /// The method `Reply`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError`` or another `VarlinkError`; the router maps all others.
    func reply(context: CallContext) async throws -> NamesContract.ReplyReply

    /// The method `Caller`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError`` or another `VarlinkError`; the router maps all others.
    func caller_(context: CallContext) async throws -> NamesContract.CallerReply

    /// The method `Init`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError`` or another `VarlinkError`; the router maps all others.
    func `init`(`init`: Int, self_: Int, context: CallContext) async throws -> NamesContract.InitReply

    /// The method `URLFetch`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError`` or another `VarlinkError`; the router maps all others.
    func urlFetch(
        aVeryLongParameterName: [String: String],
        anotherVeryLongParameterName: Int?,
        theLast: NamesContract.Keywords,
        context: CallContext
    ) async throws -> NamesContract.URLFetchReply
}

extension NamesCommands {
    /// The contract of `org.example.names`.
    public static var contract: VarlinkContract { NamesContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Add":
            let parameters = try call.parameters(as: NamesContract.AddParameters.self)
            let reply = try await add(
                context: parameters.context,
                replies: parameters.replies,
                caller: parameters.caller,
                callContext: parameters.callContext,
                callContext_: call.context)
            try await call.reply(reply)
        case "Stream":
            let parameters = try call.parameters(as: NamesContract.StreamParameters.self)
            let replies = try call.replies(of: NamesContract.StreamReply.self, streaming: .required)
            let reply = try await stream(
                context: parameters.context,
                replies: parameters.replies,
                replyWriter: parameters.replyWriter,
                replyWriter_: replies,
                callContext: call.context)
            try await call.reply(reply)
        case "Watch":
            _ = try call.parameters(as: NamesContract.WatchParameters.self)
            let replies = try call.replies(of: NamesContract.WatchReply.self, streaming: .supported)
            let reply = try await watch(replies: replies, context: call.context)
            try await call.reply(reply)
        case "WatchReplies":
            _ = try call.parameters(as: NamesContract.WatchRepliesParameters.self)
            let reply = try await watchReplies(context: call.context)
            try await call.reply(reply)
        case "Call":
            let parameters = try call.parameters(as: NamesContract.CallParameters.self)
            let reply = try await self.call(parameters: parameters.parameters, context: call.context)
            try await call.reply(reply)
        case "Reply":
            _ = try call.parameters(as: NamesContract.ReplyParameters.self)
            let reply = try await self.reply(context: call.context)
            try await call.reply(reply)
        case "Caller":
            _ = try call.parameters(as: NamesContract.CallerParameters.self)
            let reply = try await caller_(context: call.context)
            try await call.reply(reply)
        case "Init":
            let parameters = try call.parameters(as: NamesContract.InitParameters.self)
            let reply = try await `init`(init: parameters.`init`, self_: parameters.self_, context: call.context)
            try await call.reply(reply)
        case "URLFetch":
            let parameters = try call.parameters(as: NamesContract.URLFetchParameters.self)
            let reply = try await urlFetch(
                aVeryLongParameterName: parameters.aVeryLongParameterName,
                anotherVeryLongParameterName: parameters.anotherVeryLongParameterName,
                theLast: parameters.theLast,
                context: call.context)
            try await call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.names`.
public struct NamesClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Add`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func add(
        context: Int,
        replies: Int,
        caller: Int,
        callContext: Int? = nil
    ) async throws -> NamesContract.AddReply_ {
        try await self.caller.call(
            "org.example.names.Add",
            NamesContract.AddParameters(context: context, replies: replies, caller: caller, callContext: callContext),
            returning: NamesContract.AddReply_.self,
            errors: NamesError.self)
    }

    /// The method `Stream`.
    ///
    /// - Returns: The replies.
    ///   Iterating throws ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func stream(context: Int, replies: Int, replyWriter: Int) -> ReplySequence<NamesContract.StreamReply> {
        caller.stream(
            "org.example.names.Stream",
            NamesContract.StreamParameters(context: context, replies: replies, replyWriter: replyWriter),
            returning: NamesContract.StreamReply.self,
            errors: NamesError.self)
    }

    /// The method `Watch`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func watch() async throws -> NamesContract.WatchReply {
        try await caller.call(
            "org.example.names.Watch",
            NamesContract.WatchParameters(),
            returning: NamesContract.WatchReply.self,
            errors: NamesError.self)
    }

    /// The method `Watch`.
    ///
    /// - Returns: The replies.
    ///   Iterating throws ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func watchReplies_() -> ReplySequence<NamesContract.WatchReply> {
        caller.stream(
            "org.example.names.Watch",
            NamesContract.WatchParameters(),
            returning: NamesContract.WatchReply.self,
            errors: NamesError.self)
    }

    /// The method `WatchReplies`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func watchReplies() async throws -> NamesContract.WatchRepliesReply {
        try await caller.call(
            "org.example.names.WatchReplies",
            NamesContract.WatchRepliesParameters(),
            returning: NamesContract.WatchRepliesReply.self,
            errors: NamesError.self)
    }

    /// The method `Call`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func call(parameters: Int) async throws -> NamesContract.CallReply {
        try await caller.call(
            "org.example.names.Call",
            NamesContract.CallParameters(parameters: parameters),
            returning: NamesContract.CallReply.self,
            errors: NamesError.self)
    }

    /// The method `Reply`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func reply() async throws -> NamesContract.ReplyReply {
        try await caller.call(
            "org.example.names.Reply",
            NamesContract.ReplyParameters(),
            returning: NamesContract.ReplyReply.self,
            errors: NamesError.self)
    }

    /// The method `Caller`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func caller_() async throws -> NamesContract.CallerReply {
        try await caller.call(
            "org.example.names.Caller",
            NamesContract.CallerParameters(),
            returning: NamesContract.CallerReply.self,
            errors: NamesError.self)
    }

    /// The method `Init`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func `init`(`init`: Int, self_: Int) async throws -> NamesContract.InitReply {
        try await caller.call(
            "org.example.names.Init",
            NamesContract.InitParameters(init: `init`, self_: self_),
            returning: NamesContract.InitReply.self,
            errors: NamesError.self)
    }

    /// The method `URLFetch`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``NamesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func urlFetch(
        aVeryLongParameterName: [String: String],
        anotherVeryLongParameterName: Int? = nil,
        theLast: NamesContract.Keywords
    ) async throws -> NamesContract.URLFetchReply {
        try await caller.call(
            "org.example.names.URLFetch",
            NamesContract.URLFetchParameters(
                aVeryLongParameterName: aVeryLongParameterName,
                anotherVeryLongParameterName: anotherVeryLongParameterName,
                theLast: theLast),
            returning: NamesContract.URLFetchReply.self,
            errors: NamesError.self)
    }
}
