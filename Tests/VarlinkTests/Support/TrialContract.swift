import Varlink

/// An interface in the form of generated code, written by hand so that these tests depend only on the runtime.
enum TrialContract {
    static let contract = VarlinkContract(
        name: "org.example.trial",
        description: """
            # For the tests of the protocol.
            interface org.example.trial

            type Item (id: string, tags: ?[]string, kind: (plain, starred))

            method Echo(text: string, times: ?int) -> (text: string)
            method Keep(item: Item) -> (item: Item)
            # [Requires 'more' flag]
            method Count(to: int, size: ?int) -> (number: int, padding: ?string)
            # [Supports 'more' flag]
            method Watch(name: string) -> (state: string)
            method Hold(name: string) -> (state: string)
            method Note(text: string) -> ()
            method Who() -> (user: ?int, connection: string)
            method Break(how: string) -> ()

            error TooMany (limit: int)

            """,
        methods: [
            .init(name: "Echo", streaming: .never), .init(name: "Keep", streaming: .never),
            .init(name: "Count", streaming: .required), .init(name: "Watch", streaming: .supported),
            .init(name: "Hold", streaming: .never), .init(name: "Note", streaming: .never),
            .init(name: "Who", streaming: .never), .init(name: "Break", streaming: .never),
        ])

    struct Item: VarlinkValue, Hashable {
        var id: String
        var tags: [String]?
        var kind: Kind

        init(id: String, tags: [String]? = nil, kind: Kind) {
            self.id = id
            self.tags = tags
            self.kind = kind
        }

        init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var id: String?
            var tags: [String]?
            var kind: Kind?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "id": id = try reader.field("id", as: String.self)
                case "tags": tags = try reader.optionalField("tags", as: [String].self)
                case "kind": kind = try reader.field("kind", as: Kind.self)
                default: try reader.unknownField(key)
                }
            }
            self.id = try reader.require(id, "id")
            self.tags = tags
            self.kind = try reader.require(kind, "kind")
        }

        func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("id", id)
            writer.optionalField("tags", tags)
            writer.field("kind", kind)
            writer.endObject()
        }

        enum Kind: String, VarlinkEnum, CaseIterable { case plain, starred }
    }
}

/// An object with one field, like most parameters and replies of the interface.
struct Single<Value: VarlinkValue & Hashable, Name: FieldName>: VarlinkValue, Hashable {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        var value: Value?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            if key == Name.name {
                value = try reader.field(key, as: Value.self)
            } else {
                try reader.unknownField(key)
            }
        }
        self.value = try reader.require(value, Name.name)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field(Name.name, value)
        writer.endObject()
    }
}

protocol FieldName: Hashable, Sendable { static var name: String { get } }
enum TextField: FieldName { static let name = "text" }
enum ItemField: FieldName { static let name = "item" }
enum NameField: FieldName { static let name = "name" }
enum StateField: FieldName { static let name = "state" }
enum HowField: FieldName { static let name = "how" }

struct EchoParameters: VarlinkValue, Hashable {
    var text: String
    var times: Int?

    init(text: String, times: Int? = nil) {
        self.text = text
        self.times = times
    }

    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        var text: String?
        var times: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "text": text = try reader.field("text", as: String.self)
            case "times": times = try reader.optionalField("times", as: Int.self)
            default: try reader.unknownField(key)
            }
        }
        self.text = try reader.require(text, "text")
        self.times = times
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("text", text)
        writer.optionalField("times", times)
        writer.endObject()
    }
}

/// `(to: int, size: ?int)` and `(number: int, padding: ?string)`.
struct CountParameters: VarlinkValue, Hashable {
    var to: Int
    var size: Int?

    init(to: Int, size: Int? = nil) {
        self.to = to
        self.size = size
    }

    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        var to: Int?
        var size: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "to": to = try reader.field("to", as: Int.self)
            case "size": size = try reader.optionalField("size", as: Int.self)
            default: try reader.unknownField(key)
            }
        }
        self.to = try reader.require(to, "to")
        self.size = size
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("to", to)
        writer.optionalField("size", size)
        writer.endObject()
    }
}

struct CountReply: VarlinkValue, Hashable {
    var number: Int
    var padding: String?

    init(number: Int, padding: String? = nil) {
        self.number = number
        self.padding = padding
    }

    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        var number: Int?
        var padding: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "number": number = try reader.field("number", as: Int.self)
            case "padding": padding = try reader.optionalField("padding", as: String.self)
            default: try reader.unknownField(key)
            }
        }
        self.number = try reader.require(number, "number")
        self.padding = padding
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("number", number)
        writer.optionalField("padding", padding)
        writer.endObject()
    }
}

/// `(user: ?int, connection: string)`.
struct WhoReply: VarlinkValue, Hashable {
    var user: Int?
    var connection: String

    init(user: Int?, connection: String) {
        self.user = user
        self.connection = connection
    }

    init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        var user: Int?
        var connection: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "user": user = try reader.optionalField("user", as: Int.self)
            case "connection": connection = try reader.field("connection", as: String.self)
            default: try reader.unknownField(key)
            }
        }
        self.user = user
        self.connection = try reader.require(connection, "connection")
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.optionalField("user", user)
        writer.field("connection", connection)
        writer.endObject()
    }
}

enum TrialError: VarlinkError, Hashable {
    case tooMany(limit: Int)

    static let interface = "org.example.trial"
    var name: String { "TooMany" }

    func writeParameters(to writer: inout JSONWriter) {
        switch self {
        case .tooMany(let limit):
            writer.beginObject()
            writer.field("limit", limit)
            writer.endObject()
        }
    }

    init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        guard name == "TooMany" else { return nil }
        var limit: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "limit": limit = try reader.field("limit", as: Int.self)
            default: try reader.unknownField(key)
            }
        }
        self = .tooMany(limit: try reader.require(limit, "limit"))
    }
}
