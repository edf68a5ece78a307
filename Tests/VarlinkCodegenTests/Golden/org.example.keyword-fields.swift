// Generated from org.example.keyword-fields.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.keyword-fields`.
public enum KeywordFieldsContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.keyword-fields",
        description: #"""
            interface org.example.keyword-fields

            type Keywords (
              self: int,
              init: int,
              default: ?string,
              in: bool,
              inout: bool,
              var: bool,
              await: int,
              repeat: ?int,
              type: (service, other),
              protocol: (a, b),
              any: (yes, no)
            )

            """#,
        methods: [])

    /// The type `Keywords`.
    public struct Keywords: VarlinkValue, Hashable {
        /// The field `self: int`.
        public var self_: Int
        /// The field `init: int`.
        public var `init`: Int
        /// The field `default: ?string`.
        public var `default`: String?
        /// The field `in: bool`.
        public var `in`: Bool
        /// The field `inout: bool`.
        public var `inout`: Bool
        /// The field `var: bool`.
        public var `var`: Bool
        /// The field `await: int`.
        public var `await`: Int
        /// The field `repeat: ?int`.
        public var `repeat`: Int?
        /// The field `type: (service, other)`.
        public var type: KeywordsType
        /// The field `protocol: (a, b)`.
        public var `protocol`: KeywordsProtocol
        /// The field `any: (yes, no)`.
        public var `any`: KeywordsAny

        /// Creates a value from its fields.
        public init(
            self_: Int,
            `init`: Int,
            `default`: String? = nil,
            `in`: Bool,
            `inout`: Bool,
            `var`: Bool,
            `await`: Int,
            `repeat`: Int? = nil,
            type: KeywordsType,
            `protocol`: KeywordsProtocol,
            `any`: KeywordsAny
        ) {
            self.self_ = self_
            self.`init` = `init`
            self.`default` = `default`
            self.`in` = `in`
            self.`inout` = `inout`
            self.`var` = `var`
            self.`await` = `await`
            self.`repeat` = `repeat`
            self.type = type
            self.`protocol` = `protocol`
            self.`any` = `any`
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var self_: Int?
            var `init`: Int?
            var `default`: String?
            var `in`: Bool?
            var `inout`: Bool?
            var `var`: Bool?
            var `await`: Int?
            var `repeat`: Int?
            var type: KeywordsType?
            var `protocol`: KeywordsProtocol?
            var `any`: KeywordsAny?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "self":
                    self_ = try reader.field("self", as: Int.self)
                case "init":
                    `init` = try reader.field("init", as: Int.self)
                case "default":
                    `default` = try reader.optionalField("default", as: String.self)
                case "in":
                    `in` = try reader.field("in", as: Bool.self)
                case "inout":
                    `inout` = try reader.field("inout", as: Bool.self)
                case "var":
                    `var` = try reader.field("var", as: Bool.self)
                case "await":
                    `await` = try reader.field("await", as: Int.self)
                case "repeat":
                    `repeat` = try reader.optionalField("repeat", as: Int.self)
                case "type":
                    type = try reader.field("type", as: KeywordsType.self)
                case "protocol":
                    `protocol` = try reader.field("protocol", as: KeywordsProtocol.self)
                case "any":
                    `any` = try reader.field("any", as: KeywordsAny.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.self_ = try reader.require(self_, "self")
            self.`init` = try reader.require(`init`, "init")
            self.`default` = `default`
            self.`in` = try reader.require(`in`, "in")
            self.`inout` = try reader.require(`inout`, "inout")
            self.`var` = try reader.require(`var`, "var")
            self.`await` = try reader.require(`await`, "await")
            self.`repeat` = `repeat`
            self.type = try reader.require(type, "type")
            self.`protocol` = try reader.require(`protocol`, "protocol")
            self.`any` = try reader.require(`any`, "any")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("self", self_)
            writer.field("init", `init`)
            writer.optionalField("default", `default`)
            writer.field("in", `in`)
            writer.field("inout", `inout`)
            writer.field("var", `var`)
            writer.field("await", `await`)
            writer.optionalField("repeat", `repeat`)
            writer.field("type", type)
            writer.field("protocol", `protocol`)
            writer.field("any", `any`)
            writer.endObject()
        }

        /// The type `(service, other)` of `type`.
        public enum KeywordsType: String, VarlinkEnum, CaseIterable {
            /// The value `service`.
            case service
            /// The value `other`.
            case other
        }

        /// The type `(a, b)` of `protocol`.
        public enum KeywordsProtocol: String, VarlinkEnum, CaseIterable {
            /// The value `a`.
            case a
            /// The value `b`.
            case b
        }

        /// The type `(yes, no)` of `any`.
        public enum KeywordsAny: String, VarlinkEnum, CaseIterable {
            /// The value `yes`.
            case yes
            /// The value `no`.
            case no
        }
    }
}

/// An implementation of `org.example.keyword-fields`, with a function for each method.
public protocol KeywordFieldsService: VarlinkInterface {}

extension KeywordFieldsService {
    /// The contract of `org.example.keyword-fields`.
    public static var contract: VarlinkContract { KeywordFieldsContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.keyword-fields`.
public struct KeywordFieldsClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
