// Generated from org.example.types.varlink. Do not edit: change the interface and build.

public import Varlink

/// Every type of the language.
public enum TypesContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.types",
        description: #"""
            # Every type of the language.
            interface org.example.types

            # All simple types, nullable too.
            type Simple (
              flag: bool,
              whole: int,
              half: float,
              text: string,
              payload: object,
              value: any,
              maybeFlag: ?bool,
              maybeWhole: ?int,
              maybeHalf: ?float,
              maybeText: ?string,
              maybePayload: ?object,
              maybeValue: ?any
            )

            # Arrays, maps and nullables in each other.
            type Containers (
              list: []int,
              table: [string]Simple,
              maybeList: ?[]string,
              maybeTable: ?[string]float,
              listOfLists: [][]int,
              gaps: []?string,
              tableOfGaps: [string]?Level,
              set: [string](),
              deep: ?[][string]?[]any
            )

            type Level (low, high)

            type Nothing ()

            # What has no name in the interface.
            type Inline (
              kind: (plain, starred),
              # Documented itself.
              place: (
                # Degrees north.
                latitude: float,
                precision: (
                  # About a metre.
                  fine,
                  coarse
                )
              ),
              steps: []?(name: string, next: ?(first, last)),
              options: ?[string](enabled: bool)
            )

            method Echo(simple: Simple, mode: (fast, slow)) -> (
              inline: Inline,
              mode: ?(fast, slow)
            )

            error Failed (reason: (broken, lost), where: ?(line: int, column: int))

            """#,
        methods: [
            VarlinkContract.Method(name: "Echo", streaming: .never)
        ])

    /// All simple types, nullable too.
    public struct Simple: VarlinkValue, Hashable {
        /// The field `flag: bool`.
        public var flag: Bool
        /// The field `whole: int`.
        public var whole: Int
        /// The field `half: float`.
        public var half: Double
        /// The field `text: string`.
        public var text: String
        /// The field `payload: object`.
        public var payload: JSONObject
        /// The field `value: any`.
        public var value: JSONValue
        /// The field `maybeFlag: ?bool`.
        public var maybeFlag: Bool?
        /// The field `maybeWhole: ?int`.
        public var maybeWhole: Int?
        /// The field `maybeHalf: ?float`.
        public var maybeHalf: Double?
        /// The field `maybeText: ?string`.
        public var maybeText: String?
        /// The field `maybePayload: ?object`.
        public var maybePayload: JSONObject?
        /// The field `maybeValue: ?any`.
        public var maybeValue: JSONValue?

        /// Makes a value from its fields.
        public init(
            flag: Bool,
            whole: Int,
            half: Double,
            text: String,
            payload: JSONObject,
            value: JSONValue,
            maybeFlag: Bool? = nil,
            maybeWhole: Int? = nil,
            maybeHalf: Double? = nil,
            maybeText: String? = nil,
            maybePayload: JSONObject? = nil,
            maybeValue: JSONValue? = nil
        ) {
            self.flag = flag
            self.whole = whole
            self.half = half
            self.text = text
            self.payload = payload
            self.value = value
            self.maybeFlag = maybeFlag
            self.maybeWhole = maybeWhole
            self.maybeHalf = maybeHalf
            self.maybeText = maybeText
            self.maybePayload = maybePayload
            self.maybeValue = maybeValue
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var flag: Bool?
            var whole: Int?
            var half: Double?
            var text: String?
            var payload: JSONObject?
            var value: JSONValue?
            var maybeFlag: Bool?
            var maybeWhole: Int?
            var maybeHalf: Double?
            var maybeText: String?
            var maybePayload: JSONObject?
            var maybeValue: JSONValue?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "flag":
                    flag = try reader.field("flag", as: Bool.self)
                case "whole":
                    whole = try reader.field("whole", as: Int.self)
                case "half":
                    half = try reader.field("half", as: Double.self)
                case "text":
                    text = try reader.field("text", as: String.self)
                case "payload":
                    payload = try reader.field("payload", as: JSONObject.self)
                case "value":
                    value = try reader.field("value", as: JSONValue.self)
                case "maybeFlag":
                    maybeFlag = try reader.optionalField("maybeFlag", as: Bool.self)
                case "maybeWhole":
                    maybeWhole = try reader.optionalField("maybeWhole", as: Int.self)
                case "maybeHalf":
                    maybeHalf = try reader.optionalField("maybeHalf", as: Double.self)
                case "maybeText":
                    maybeText = try reader.optionalField("maybeText", as: String.self)
                case "maybePayload":
                    maybePayload = try reader.optionalField("maybePayload", as: JSONObject.self)
                case "maybeValue":
                    maybeValue = try reader.optionalField("maybeValue", as: JSONValue.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.flag = try reader.require(flag, "flag")
            self.whole = try reader.require(whole, "whole")
            self.half = try reader.require(half, "half")
            self.text = try reader.require(text, "text")
            self.payload = try reader.require(payload, "payload")
            self.value = try reader.require(value, "value")
            self.maybeFlag = maybeFlag
            self.maybeWhole = maybeWhole
            self.maybeHalf = maybeHalf
            self.maybeText = maybeText
            self.maybePayload = maybePayload
            self.maybeValue = maybeValue
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("flag", flag)
            writer.field("whole", whole)
            writer.field("half", half)
            writer.field("text", text)
            writer.field("payload", payload)
            writer.field("value", value)
            writer.optionalField("maybeFlag", maybeFlag)
            writer.optionalField("maybeWhole", maybeWhole)
            writer.optionalField("maybeHalf", maybeHalf)
            writer.optionalField("maybeText", maybeText)
            writer.optionalField("maybePayload", maybePayload)
            writer.optionalField("maybeValue", maybeValue)
            writer.endObject()
        }
    }

    /// Arrays, maps and nullables in each other.
    public struct Containers: VarlinkValue, Hashable {
        /// The field `list: []int`.
        public var list: [Int]
        /// The field `table: [string]Simple`.
        public var table: [String: Simple]
        /// The field `maybeList: ?[]string`.
        public var maybeList: [String]?
        /// The field `maybeTable: ?[string]float`.
        public var maybeTable: [String: Double]?
        /// The field `listOfLists: [][]int`.
        public var listOfLists: [[Int]]
        /// The field `gaps: []?string`.
        public var gaps: [String?]
        /// The field `tableOfGaps: [string]?Level`.
        public var tableOfGaps: [String: Level?]
        /// The field `set: [string]()`.
        public var set: [String: Set]
        /// The field `deep: ?[][string]?[]any`.
        public var deep: [[String: [JSONValue]?]]?

        /// Makes a value from its fields.
        public init(
            list: [Int],
            table: [String: Simple],
            maybeList: [String]? = nil,
            maybeTable: [String: Double]? = nil,
            listOfLists: [[Int]],
            gaps: [String?],
            tableOfGaps: [String: Level?],
            set: [String: Set],
            deep: [[String: [JSONValue]?]]? = nil
        ) {
            self.list = list
            self.table = table
            self.maybeList = maybeList
            self.maybeTable = maybeTable
            self.listOfLists = listOfLists
            self.gaps = gaps
            self.tableOfGaps = tableOfGaps
            self.set = set
            self.deep = deep
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var list: [Int]?
            var table: [String: Simple]?
            var maybeList: [String]?
            var maybeTable: [String: Double]?
            var listOfLists: [[Int]]?
            var gaps: [String?]?
            var tableOfGaps: [String: Level?]?
            var set: [String: Set]?
            var deep: [[String: [JSONValue]?]]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "list":
                    list = try reader.field("list", as: [Int].self)
                case "table":
                    table = try reader.field("table", as: [String: Simple].self)
                case "maybeList":
                    maybeList = try reader.optionalField("maybeList", as: [String].self)
                case "maybeTable":
                    maybeTable = try reader.optionalField("maybeTable", as: [String: Double].self)
                case "listOfLists":
                    listOfLists = try reader.field("listOfLists", as: [[Int]].self)
                case "gaps":
                    gaps = try reader.field("gaps", as: [String?].self)
                case "tableOfGaps":
                    tableOfGaps = try reader.field("tableOfGaps", as: [String: Level?].self)
                case "set":
                    set = try reader.field("set", as: [String: Set].self)
                case "deep":
                    deep = try reader.optionalField("deep", as: [[String: [JSONValue]?]].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.list = try reader.require(list, "list")
            self.table = try reader.require(table, "table")
            self.maybeList = maybeList
            self.maybeTable = maybeTable
            self.listOfLists = try reader.require(listOfLists, "listOfLists")
            self.gaps = try reader.require(gaps, "gaps")
            self.tableOfGaps = try reader.require(tableOfGaps, "tableOfGaps")
            self.set = try reader.require(set, "set")
            self.deep = deep
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("list", list)
            writer.field("table", table)
            writer.optionalField("maybeList", maybeList)
            writer.optionalField("maybeTable", maybeTable)
            writer.field("listOfLists", listOfLists)
            writer.field("gaps", gaps)
            writer.field("tableOfGaps", tableOfGaps)
            writer.field("set", set)
            writer.optionalField("deep", deep)
            writer.endObject()
        }

        /// What `set` holds: `()`.
        public struct Set: VarlinkValue, Hashable {
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

    /// The type `Level`.
    public enum Level: String, VarlinkEnum, CaseIterable {
        /// The value `low`.
        case low
        /// The value `high`.
        case high
    }

    /// The type `Nothing`.
    public struct Nothing: VarlinkValue, Hashable {
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

    /// What has no name in the interface.
    public struct Inline: VarlinkValue, Hashable {
        /// The field `kind: (plain, starred)`.
        public var kind: Kind
        /// Documented itself.
        public var place: Place
        /// The field `steps: []?(name: string, next: ?(first, last))`.
        public var steps: [Steps?]
        /// The field `options: ?[string](enabled: bool)`.
        public var options: [String: Options]?

        /// Makes a value from its fields.
        public init(kind: Kind, place: Place, steps: [Steps?], options: [String: Options]? = nil) {
            self.kind = kind
            self.place = place
            self.steps = steps
            self.options = options
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var kind: Kind?
            var place: Place?
            var steps: [Steps?]?
            var options: [String: Options]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "kind":
                    kind = try reader.field("kind", as: Kind.self)
                case "place":
                    place = try reader.field("place", as: Place.self)
                case "steps":
                    steps = try reader.field("steps", as: [Steps?].self)
                case "options":
                    options = try reader.optionalField("options", as: [String: Options].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.kind = try reader.require(kind, "kind")
            self.place = try reader.require(place, "place")
            self.steps = try reader.require(steps, "steps")
            self.options = options
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("kind", kind)
            writer.field("place", place)
            writer.field("steps", steps)
            writer.optionalField("options", options)
            writer.endObject()
        }

        /// What `kind` holds: `(plain, starred)`.
        public enum Kind: String, VarlinkEnum, CaseIterable {
            /// The value `plain`.
            case plain
            /// The value `starred`.
            case starred
        }

        /// What `place` holds: `(latitude: float, precision: (fine, coarse))`.
        public struct Place: VarlinkValue, Hashable {
            /// Degrees north.
            public var latitude: Double
            /// The field `precision: (fine, coarse)`.
            public var precision: Precision

            /// Makes a value from its fields.
            public init(latitude: Double, precision: Precision) {
                self.latitude = latitude
                self.precision = precision
            }

            /// Reads the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var latitude: Double?
                var precision: Precision?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "latitude":
                        latitude = try reader.field("latitude", as: Double.self)
                    case "precision":
                        precision = try reader.field("precision", as: Precision.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.latitude = try reader.require(latitude, "latitude")
                self.precision = try reader.require(precision, "precision")
            }

            /// Writes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("latitude", latitude)
                writer.field("precision", precision)
                writer.endObject()
            }

            /// What `precision` holds: `(fine, coarse)`.
            public enum Precision: String, VarlinkEnum, CaseIterable {
                /// About a metre.
                case fine
                /// The value `coarse`.
                case coarse
            }
        }

        /// What `steps` holds: `(name: string, next: ?(first, last))`.
        public struct Steps: VarlinkValue, Hashable {
            /// The field `name: string`.
            public var name: String
            /// The field `next: ?(first, last)`.
            public var next: Next?

            /// Makes a value from its fields.
            public init(name: String, next: Next? = nil) {
                self.name = name
                self.next = next
            }

            /// Reads the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var name: String?
                var next: Next?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "name":
                        name = try reader.field("name", as: String.self)
                    case "next":
                        next = try reader.optionalField("next", as: Next.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.name = try reader.require(name, "name")
                self.next = next
            }

            /// Writes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("name", name)
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

        /// What `options` holds: `(enabled: bool)`.
        public struct Options: VarlinkValue, Hashable {
            /// The field `enabled: bool`.
            public var enabled: Bool

            /// Makes a value from its fields.
            public init(enabled: Bool) {
                self.enabled = enabled
            }

            /// Reads the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var enabled: Bool?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "enabled":
                        enabled = try reader.field("enabled", as: Bool.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.enabled = try reader.require(enabled, "enabled")
            }

            /// Writes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("enabled", enabled)
                writer.endObject()
            }
        }
    }

    /// The parameters of `Echo`.
    public struct EchoParameters: VarlinkValue, Hashable {
        /// The field `simple: Simple`.
        public var simple: Simple
        /// The field `mode: (fast, slow)`.
        public var mode: Mode

        /// Makes a value from its fields.
        public init(simple: Simple, mode: Mode) {
            self.simple = simple
            self.mode = mode
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var simple: Simple?
            var mode: Mode?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "simple":
                    simple = try reader.field("simple", as: Simple.self)
                case "mode":
                    mode = try reader.field("mode", as: Mode.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.simple = try reader.require(simple, "simple")
            self.mode = try reader.require(mode, "mode")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("simple", simple)
            writer.field("mode", mode)
            writer.endObject()
        }

        /// What `mode` holds: `(fast, slow)`.
        public enum Mode: String, VarlinkEnum, CaseIterable {
            /// The value `fast`.
            case fast
            /// The value `slow`.
            case slow
        }
    }

    /// The reply of `Echo`.
    public struct EchoReply: VarlinkValue, Hashable {
        /// The field `inline: Inline`.
        public var inline: Inline
        /// The field `mode: ?(fast, slow)`.
        public var mode: Mode?

        /// Makes a value from its fields.
        public init(inline: Inline, mode: Mode? = nil) {
            self.inline = inline
            self.mode = mode
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var inline: Inline?
            var mode: Mode?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "inline":
                    inline = try reader.field("inline", as: Inline.self)
                case "mode":
                    mode = try reader.optionalField("mode", as: Mode.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.inline = try reader.require(inline, "inline")
            self.mode = mode
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("inline", inline)
            writer.optionalField("mode", mode)
            writer.endObject()
        }

        /// What `mode` holds: `(fast, slow)`.
        public enum Mode: String, VarlinkEnum, CaseIterable {
            /// The value `fast`.
            case fast
            /// The value `slow`.
            case slow
        }
    }
}

/// The errors of `org.example.types`.
public enum TypesError: VarlinkError, Hashable {
    /// The error `Failed`.
    case failed(reason: FailedReason, `where`: FailedWhere?)

    /// The interface that declares these errors.
    public static let interface = "org.example.types"

    /// The error's name, without that of the interface.
    public var name: String {
        switch self {
        case .failed: "Failed"
        }
    }

    /// Writes the error's parameters as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .failed(let reason, let `where`):
            writer.field("reason", reason)
            writer.optionalField("where", `where`)
        }
        writer.endObject()
    }

    /// Reads the error of a name from its parameters; nil where the interface has no such error.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Failed":
            var reason: FailedReason?
            var `where`: FailedWhere?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "reason":
                    reason = try reader.field("reason", as: FailedReason.self)
                case "where":
                    `where` = try reader.optionalField("where", as: FailedWhere.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .failed(reason: try reader.require(reason, "reason"), where: `where`)
        default:
            return nil
        }
    }

    /// What `reason` holds: `(broken, lost)`.
    public enum FailedReason: String, VarlinkEnum, CaseIterable {
        /// The value `broken`.
        case broken
        /// The value `lost`.
        case lost
    }

    /// What `where` holds: `(line: int, column: int)`.
    public struct FailedWhere: VarlinkValue, Hashable {
        /// The field `line: int`.
        public var line: Int
        /// The field `column: int`.
        public var column: Int

        /// Makes a value from its fields.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var line: Int?
            var column: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "line":
                    line = try reader.field("line", as: Int.self)
                case "column":
                    column = try reader.field("column", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.line = try reader.require(line, "line")
            self.column = try reader.require(column, "column")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("line", line)
            writer.field("column", column)
            writer.endObject()
        }
    }
}

/// What serves `org.example.types`: one function for each method.
public protocol TypesCommands: VarlinkInterface {
    /// The method `Echo`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``TypesError`` or another `VarlinkError`; the router maps all others.
    func echo(
        simple: TypesContract.Simple,
        mode: TypesContract.EchoParameters.Mode,
        context: CallContext
    ) async throws -> TypesContract.EchoReply
}

extension TypesCommands {
    /// The contract of `org.example.types`.
    public static var contract: VarlinkContract { TypesContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Echo":
            let parameters = try call.parameters(as: TypesContract.EchoParameters.self)
            let reply = try await echo(simple: parameters.simple, mode: parameters.mode, context: call.context)
            try await call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.types`.
public struct TypesClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Echo`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``TypesError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func echo(
        simple: TypesContract.Simple,
        mode: TypesContract.EchoParameters.Mode
    ) async throws -> TypesContract.EchoReply {
        try await caller.call(
            "org.example.types.Echo",
            TypesContract.EchoParameters(simple: simple, mode: mode),
            returning: TypesContract.EchoReply.self,
            errors: TypesError.self)
    }
}
