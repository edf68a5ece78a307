// Generated from org.example.keyword-methods.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.keyword-methods`.
public enum KeywordMethodsContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.keyword-methods",
        description: #"""
            interface org.example.keyword-methods

            method Init(init: int, self: int) -> (default: int)

            method Default(in: int, inout: int, let: int, var: int) -> ()

            method Self() -> ()

            """#,
        methods: [
            VarlinkContract.Method(name: "Init", streaming: .never),
            VarlinkContract.Method(name: "Default", streaming: .never),
            VarlinkContract.Method(name: "Self", streaming: .never),
        ])

    /// The parameters of `Init`.
    public struct InitParameters: VarlinkValue, Hashable {
        /// The field `init: int`.
        public var `init`: Int
        /// The field `self: int`.
        public var self_: Int

        /// Creates a value from its fields.
        public init(`init`: Int, self_: Int) {
            self.`init` = `init`
            self.self_ = self_
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var `init`: Int?
            var self_: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "init":
                    `init` = try reader.field("init", as: Int.self)
                case "self":
                    self_ = try reader.field("self", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.`init` = try reader.require(`init`, "init")
            self.self_ = try reader.require(self_, "self")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("init", `init`)
            writer.field("self", self_)
            writer.endObject()
        }
    }

    /// The reply of `Init`.
    public struct InitReply: VarlinkValue, Hashable {
        /// The field `default: int`.
        public var `default`: Int

        /// Creates a value from its fields.
        public init(`default`: Int) {
            self.`default` = `default`
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var `default`: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "default":
                    `default` = try reader.field("default", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.`default` = try reader.require(`default`, "default")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("default", `default`)
            writer.endObject()
        }
    }

    /// The parameters of `Default`.
    public struct DefaultParameters: VarlinkValue, Hashable {
        /// The field `in: int`.
        public var `in`: Int
        /// The field `inout: int`.
        public var `inout`: Int
        /// The field `let: int`.
        public var `let`: Int
        /// The field `var: int`.
        public var `var`: Int

        /// Creates a value from its fields.
        public init(`in`: Int, `inout`: Int, `let`: Int, `var`: Int) {
            self.`in` = `in`
            self.`inout` = `inout`
            self.`let` = `let`
            self.`var` = `var`
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var `in`: Int?
            var `inout`: Int?
            var `let`: Int?
            var `var`: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "in":
                    `in` = try reader.field("in", as: Int.self)
                case "inout":
                    `inout` = try reader.field("inout", as: Int.self)
                case "let":
                    `let` = try reader.field("let", as: Int.self)
                case "var":
                    `var` = try reader.field("var", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.`in` = try reader.require(`in`, "in")
            self.`inout` = try reader.require(`inout`, "inout")
            self.`let` = try reader.require(`let`, "let")
            self.`var` = try reader.require(`var`, "var")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("in", `in`)
            writer.field("inout", `inout`)
            writer.field("let", `let`)
            writer.field("var", `var`)
            writer.endObject()
        }
    }

    /// The reply of `Default`.
    public struct DefaultReply: VarlinkValue, Hashable {
        /// Creates a value from its fields.
        public init() {}

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try reader.unknownField(key)
            }
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.endObject()
        }
    }

    /// The parameters of `Self`.
    public struct SelfParameters: VarlinkValue, Hashable {
        /// Creates a value from its fields.
        public init() {}

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try reader.unknownField(key)
            }
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.endObject()
        }
    }

    /// The reply of `Self`.
    public struct SelfReply: VarlinkValue, Hashable {
        /// Creates a value from its fields.
        public init() {}

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try reader.unknownField(key)
            }
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.keyword-methods`, with a function for each method.
public protocol KeywordMethodsService: VarlinkInterface {
    /// The method `Init`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func `init`(`init`: Int, self_: Int, context: CallContext) async throws -> KeywordMethodsContract.InitReply

    /// The method `Default`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func `default`(
        `in`: Int,
        `inout`: Int,
        `let`: Int,
        `var`: Int,
        context: CallContext
    ) async throws -> KeywordMethodsContract.DefaultReply

    /// The method `Self`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func self_(context: CallContext) async throws -> KeywordMethodsContract.SelfReply
}

extension KeywordMethodsService {
    /// The contract of `org.example.keyword-methods`.
    public static var contract: VarlinkContract { KeywordMethodsContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Init":
            let parameters = try call.parameters(as: KeywordMethodsContract.InitParameters.self)
            let reply = try await `init`(init: parameters.`init`, self_: parameters.self_, context: call.context)
            try call.reply(reply)
        case "Default":
            let parameters = try call.parameters(as: KeywordMethodsContract.DefaultParameters.self)
            let reply = try await `default`(
                in: parameters.`in`,
                `inout`: parameters.`inout`,
                let: parameters.`let`,
                var: parameters.`var`,
                context: call.context)
            try call.reply(reply)
        case "Self":
            _ = try call.parameters(as: KeywordMethodsContract.SelfParameters.self)
            let reply = try await self_(context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.keyword-methods`.
public struct KeywordMethodsClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Init`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func `init`(`init`: Int, self_: Int) async throws -> KeywordMethodsContract.InitReply {
        try await caller.call(
            "org.example.keyword-methods.Init",
            KeywordMethodsContract.InitParameters(init: `init`, self_: self_),
            returning: KeywordMethodsContract.InitReply.self,
            errors: NoErrors.self)
    }

    /// The method `Default`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func `default`(
        `in`: Int,
        `inout`: Int,
        `let`: Int,
        `var`: Int
    ) async throws -> KeywordMethodsContract.DefaultReply {
        try await caller.call(
            "org.example.keyword-methods.Default",
            KeywordMethodsContract.DefaultParameters(in: `in`, `inout`: `inout`, let: `let`, var: `var`),
            returning: KeywordMethodsContract.DefaultReply.self,
            errors: NoErrors.self)
    }

    /// The method `Self`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func self_() async throws -> KeywordMethodsContract.SelfReply {
        try await caller.call(
            "org.example.keyword-methods.Self",
            KeywordMethodsContract.SelfParameters(),
            returning: KeywordMethodsContract.SelfReply.self,
            errors: NoErrors.self)
    }
}
