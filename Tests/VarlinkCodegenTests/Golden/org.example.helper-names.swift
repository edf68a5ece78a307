// Generated from org.example.helper-names.varlink. Do not edit: change the interface and build again.

public import Varlink

/// Names that the generated code has for itself.
public enum HelperNamesContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.helper-names",
        description: #"""
            # Names that the generated code has for itself.
            interface org.example.helper-names

            type Fields (
              hashValue: int,
              hash: string,
              description: string,
              reader: int,
              writer: int,
              key: int,
              write: int
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

            error Name (name: string, reader: int, key: int)

            error Interface (writer: int)

            """#,
        methods: [
            VarlinkContract.Method(name: "Add", streaming: .never),
            VarlinkContract.Method(name: "Stream", streaming: .required),
            VarlinkContract.Method(name: "Watch", streaming: .supported),
            VarlinkContract.Method(name: "WatchReplies", streaming: .never),
            VarlinkContract.Method(name: "Call", streaming: .never),
            VarlinkContract.Method(name: "Reply", streaming: .never),
            VarlinkContract.Method(name: "Caller", streaming: .never),
        ])

    /// The type `Fields`.
    public struct Fields: VarlinkValue, Hashable {
        /// The field `hashValue: int`.
        public var hashValue_: Int
        /// The field `hash: string`.
        public var hash: String
        /// The field `description: string`.
        public var description: String
        /// The field `reader: int`.
        public var reader: Int
        /// The field `writer: int`.
        public var writer: Int
        /// The field `key: int`.
        public var key: Int
        /// The field `write: int`.
        public var write: Int

        /// Creates a value from its fields.
        public init(
            hashValue_: Int,
            hash: String,
            description: String,
            reader: Int,
            writer: Int,
            key: Int,
            write: Int
        ) {
            self.hashValue_ = hashValue_
            self.hash = hash
            self.description = description
            self.reader = reader
            self.writer = writer
            self.key = key
            self.write = write
        }

        /// Decodes the value from JSON.
        public init(from jsonReader: inout JSONReader) throws(VarlinkDecodingError) {
            var hashValue_: Int?
            var hash: String?
            var description: String?
            var reader: Int?
            var writer: Int?
            var key: Int?
            var write: Int?
            try jsonReader.beginObject()
            while let fieldName = try jsonReader.nextKey() {
                switch fieldName {
                case "hashValue":
                    hashValue_ = try jsonReader.field("hashValue", as: Int.self)
                case "hash":
                    hash = try jsonReader.field("hash", as: String.self)
                case "description":
                    description = try jsonReader.field("description", as: String.self)
                case "reader":
                    reader = try jsonReader.field("reader", as: Int.self)
                case "writer":
                    writer = try jsonReader.field("writer", as: Int.self)
                case "key":
                    key = try jsonReader.field("key", as: Int.self)
                case "write":
                    write = try jsonReader.field("write", as: Int.self)
                default:
                    try jsonReader.unknownField(fieldName)
                }
            }
            self.hashValue_ = try jsonReader.require(hashValue_, "hashValue")
            self.hash = try jsonReader.require(hash, "hash")
            self.description = try jsonReader.require(description, "description")
            self.reader = try jsonReader.require(reader, "reader")
            self.writer = try jsonReader.require(writer, "writer")
            self.key = try jsonReader.require(key, "key")
            self.write = try jsonReader.require(write, "write")
        }

        /// Encodes the value as JSON.
        public func write(to jsonWriter: inout JSONWriter) {
            jsonWriter.beginObject()
            jsonWriter.field("hashValue", hashValue_)
            jsonWriter.field("hash", hash)
            jsonWriter.field("description", description)
            jsonWriter.field("reader", reader)
            jsonWriter.field("writer", writer)
            jsonWriter.field("key", key)
            jsonWriter.field("write", write)
            jsonWriter.endObject()
        }
    }

    /// Takes the name that the reply of Add would have.
    public struct AddReply: VarlinkValue, Hashable {
        /// The field `sum: int`.
        public var sum: Int

        /// Creates a value from its fields.
        public init(sum: Int) {
            self.sum = sum
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var sum: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "sum":
                    sum = try reader.field("sum", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.sum = try reader.require(sum, "sum")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("sum", sum)
            writer.endObject()
        }
    }

    /// The parameters of `Add`.
    public struct AddParameters: VarlinkValue, Hashable {
        /// The field `context: int`.
        public var context: Int
        /// The field `replies: int`.
        public var replies: Int
        /// The field `caller: int`.
        public var caller: Int
        /// The field `callContext: ?int`.
        public var callContext: Int?

        /// Creates a value from its fields.
        public init(context: Int, replies: Int, caller: Int, callContext: Int? = nil) {
            self.context = context
            self.replies = replies
            self.caller = caller
            self.callContext = callContext
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var context: Int?
            var replies: Int?
            var caller: Int?
            var callContext: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "context":
                    context = try reader.field("context", as: Int.self)
                case "replies":
                    replies = try reader.field("replies", as: Int.self)
                case "caller":
                    caller = try reader.field("caller", as: Int.self)
                case "callContext":
                    callContext = try reader.optionalField("callContext", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.context = try reader.require(context, "context")
            self.replies = try reader.require(replies, "replies")
            self.caller = try reader.require(caller, "caller")
            self.callContext = callContext
        }

        /// Encodes the value as JSON.
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
    public struct AddReply_: VarlinkValue, Hashable {
        /// The field `self: AddReply`.
        public var self_: AddReply

        /// Creates a value from its fields.
        public init(self_: AddReply) {
            self.self_ = self_
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("self", self_)
            writer.endObject()
        }
    }

    /// The parameters of `Stream`.
    public struct StreamParameters: VarlinkValue, Hashable {
        /// The field `context: int`.
        public var context: Int
        /// The field `replies: int`.
        public var replies: Int
        /// The field `replyWriter: int`.
        public var replyWriter: Int

        /// Creates a value from its fields.
        public init(context: Int, replies: Int, replyWriter: Int) {
            self.context = context
            self.replies = replies
            self.replyWriter = replyWriter
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var context: Int?
            var replies: Int?
            var replyWriter: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "context":
                    context = try reader.field("context", as: Int.self)
                case "replies":
                    replies = try reader.field("replies", as: Int.self)
                case "replyWriter":
                    replyWriter = try reader.field("replyWriter", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.context = try reader.require(context, "context")
            self.replies = try reader.require(replies, "replies")
            self.replyWriter = try reader.require(replyWriter, "replyWriter")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("context", context)
            writer.field("replies", replies)
            writer.field("replyWriter", replyWriter)
            writer.endObject()
        }
    }

    /// The reply of `Stream`.
    public struct StreamReply: VarlinkValue, Hashable {
        /// The field `key: int`.
        public var key: Int

        /// Creates a value from its fields.
        public init(key: Int) {
            self.key = key
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var key: Int?
            try reader.beginObject()
            while let fieldName = try reader.nextKey() {
                switch fieldName {
                case "key":
                    key = try reader.field("key", as: Int.self)
                default:
                    try reader.unknownField(fieldName)
                }
            }
            self.key = try reader.require(key, "key")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("key", key)
            writer.endObject()
        }
    }

    /// The parameters of `Watch`.
    public struct WatchParameters: VarlinkValue, Hashable {
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

    /// The reply of `Watch`.
    public struct WatchReply: VarlinkValue, Hashable {
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

    /// The parameters of `WatchReplies`.
    public struct WatchRepliesParameters: VarlinkValue, Hashable {
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

    /// The reply of `WatchReplies`.
    public struct WatchRepliesReply: VarlinkValue, Hashable {
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

    /// The parameters of `Call`.
    public struct CallParameters: VarlinkValue, Hashable {
        /// The field `parameters: int`.
        public var parameters: Int

        /// Creates a value from its fields.
        public init(parameters: Int) {
            self.parameters = parameters
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var parameters: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "parameters":
                    parameters = try reader.field("parameters", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.parameters = try reader.require(parameters, "parameters")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("parameters", parameters)
            writer.endObject()
        }
    }

    /// The reply of `Call`.
    public struct CallReply: VarlinkValue, Hashable {
        /// The field `reply: int`.
        public var reply: Int

        /// Creates a value from its fields.
        public init(reply: Int) {
            self.reply = reply
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var reply: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "reply":
                    reply = try reader.field("reply", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.reply = try reader.require(reply, "reply")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("reply", reply)
            writer.endObject()
        }
    }

    /// The parameters of `Reply`.
    public struct ReplyParameters: VarlinkValue, Hashable {
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

    /// The reply of `Reply`.
    public struct ReplyReply: VarlinkValue, Hashable {
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

    /// The parameters of `Caller`.
    public struct CallerParameters: VarlinkValue, Hashable {
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

    /// The reply of `Caller`.
    public struct CallerReply: VarlinkValue, Hashable {
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

/// The errors of `org.example.helper-names`.
public enum HelperNamesError: VarlinkError, Hashable {
    /// The error `Name`.
    case name_(name: String, reader: Int, key: Int)
    /// The error `Interface`.
    case interface_(writer: Int)

    /// The interface that declares these errors.
    public static let interface = "org.example.helper-names"

    /// The name of the error, without the name of the interface.
    public var name: String {
        switch self {
        case .name_: "Name"
        case .interface_: "Interface"
        }
    }

    /// Encodes the parameters of the error as a JSON object.
    public func writeParameters(to jsonWriter: inout JSONWriter) {
        jsonWriter.beginObject()
        switch self {
        case .name_(let name, let reader, let key):
            jsonWriter.field("name", name)
            jsonWriter.field("reader", reader)
            jsonWriter.field("key", key)
        case .interface_(let writer):
            jsonWriter.field("writer", writer)
        }
        jsonWriter.endObject()
    }

    /// Decodes the parameters of an error. The result is nil if the interface has no error of this name.
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
            var writer: Int?
            try jsonReader.beginObject()
            while let key = try jsonReader.nextKey() {
                switch key {
                case "writer":
                    writer = try jsonReader.field("writer", as: Int.self)
                default:
                    try jsonReader.unknownField(key)
                }
            }
            self = .interface_(writer: try jsonReader.require(writer, "writer"))
        default:
            return nil
        }
    }
}

/// An implementation of `org.example.helper-names`, with a function for each method.
public protocol HelperNamesService: VarlinkInterface {
    /// The method `Add`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError`` or another `VarlinkError`. The router converts other errors.
    func add(
        context: Int,
        replies: Int,
        caller: Int,
        callContext: Int?,
        callContext_: CallContext
    ) async throws -> HelperNamesContract.AddReply_

    /// The method `Stream`.
    ///
    /// - Returns: The last reply. `replyWriter_` sends those before it.
    /// - Throws: ``HelperNamesError`` or another `VarlinkError`. The router converts other errors.
    func stream(
        context: Int,
        replies: Int,
        replyWriter: Int,
        replyWriter_: ReplyWriter<HelperNamesContract.StreamReply>,
        callContext: CallContext
    ) async throws -> HelperNamesContract.StreamReply

    /// The method `Watch`.
    ///
    /// - Returns: The last reply. `replies` sends those before it.
    /// - Throws: ``HelperNamesError`` or another `VarlinkError`. The router converts other errors.
    func watch(
        replies: ReplyWriter<HelperNamesContract.WatchReply>,
        context: CallContext
    ) async throws -> HelperNamesContract.WatchReply

    /// The method `WatchReplies`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError`` or another `VarlinkError`. The router converts other errors.
    func watchReplies(context: CallContext) async throws -> HelperNamesContract.WatchRepliesReply

    /// The method `Call`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError`` or another `VarlinkError`. The router converts other errors.
    func call(parameters: Int, context: CallContext) async throws -> HelperNamesContract.CallReply

    /// The method `Reply`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError`` or another `VarlinkError`. The router converts other errors.
    func reply(context: CallContext) async throws -> HelperNamesContract.ReplyReply

    /// The method `Caller`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError`` or another `VarlinkError`. The router converts other errors.
    func caller_(context: CallContext) async throws -> HelperNamesContract.CallerReply
}

extension HelperNamesService {
    /// The contract of `org.example.helper-names`.
    public static var contract: VarlinkContract { HelperNamesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Add":
            let parameters = try call.parameters(as: HelperNamesContract.AddParameters.self)
            let reply = try await add(
                context: parameters.context,
                replies: parameters.replies,
                caller: parameters.caller,
                callContext: parameters.callContext,
                callContext_: call.context)
            try call.reply(reply)
        case "Stream":
            let parameters = try call.parameters(as: HelperNamesContract.StreamParameters.self)
            let replies = try call.replies(of: HelperNamesContract.StreamReply.self, streaming: .required)
            let reply = try await stream(
                context: parameters.context,
                replies: parameters.replies,
                replyWriter: parameters.replyWriter,
                replyWriter_: replies,
                callContext: call.context)
            try call.reply(reply)
        case "Watch":
            _ = try call.parameters(as: HelperNamesContract.WatchParameters.self)
            let replies = try call.replies(of: HelperNamesContract.WatchReply.self, streaming: .supported)
            let reply = try await watch(replies: replies, context: call.context)
            try call.reply(reply)
        case "WatchReplies":
            _ = try call.parameters(as: HelperNamesContract.WatchRepliesParameters.self)
            let reply = try await watchReplies(context: call.context)
            try call.reply(reply)
        case "Call":
            let parameters = try call.parameters(as: HelperNamesContract.CallParameters.self)
            let reply = try await self.call(parameters: parameters.parameters, context: call.context)
            try call.reply(reply)
        case "Reply":
            _ = try call.parameters(as: HelperNamesContract.ReplyParameters.self)
            let reply = try await self.reply(context: call.context)
            try call.reply(reply)
        case "Caller":
            _ = try call.parameters(as: HelperNamesContract.CallerParameters.self)
            let reply = try await caller_(context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.helper-names`.
public struct HelperNamesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Add`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError``, `ServiceError`, or an error of the caller if the connection fails.
    public func add(
        context: Int,
        replies: Int,
        caller: Int,
        callContext: Int? = nil
    ) async throws -> HelperNamesContract.AddReply_ {
        try await self.caller.call(
            "org.example.helper-names.Add",
            HelperNamesContract.AddParameters(
                context: context,
                replies: replies,
                caller: caller,
                callContext: callContext),
            returning: HelperNamesContract.AddReply_.self,
            errors: HelperNamesError.self)
    }

    /// The method `Stream`.
    ///
    /// - Returns: The replies.
    ///   Iterating throws ``HelperNamesError``, `ServiceError`, or an error of the caller if the connection fails.
    public func stream(context: Int, replies: Int, replyWriter: Int) -> ReplySequence<HelperNamesContract.StreamReply> {
        caller.stream(
            "org.example.helper-names.Stream",
            HelperNamesContract.StreamParameters(context: context, replies: replies, replyWriter: replyWriter),
            returning: HelperNamesContract.StreamReply.self,
            errors: HelperNamesError.self)
    }

    /// The method `Watch`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError``, `ServiceError`, or an error of the caller if the connection fails.
    public func watch() async throws -> HelperNamesContract.WatchReply {
        try await caller.call(
            "org.example.helper-names.Watch",
            HelperNamesContract.WatchParameters(),
            returning: HelperNamesContract.WatchReply.self,
            errors: HelperNamesError.self)
    }

    /// The method `Watch`.
    ///
    /// - Returns: The replies.
    ///   Iterating throws ``HelperNamesError``, `ServiceError`, or an error of the caller if the connection fails.
    public func watchReplies_() -> ReplySequence<HelperNamesContract.WatchReply> {
        caller.stream(
            "org.example.helper-names.Watch",
            HelperNamesContract.WatchParameters(),
            returning: HelperNamesContract.WatchReply.self,
            errors: HelperNamesError.self)
    }

    /// The method `WatchReplies`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError``, `ServiceError`, or an error of the caller if the connection fails.
    public func watchReplies() async throws -> HelperNamesContract.WatchRepliesReply {
        try await caller.call(
            "org.example.helper-names.WatchReplies",
            HelperNamesContract.WatchRepliesParameters(),
            returning: HelperNamesContract.WatchRepliesReply.self,
            errors: HelperNamesError.self)
    }

    /// The method `Call`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError``, `ServiceError`, or an error of the caller if the connection fails.
    public func call(parameters: Int) async throws -> HelperNamesContract.CallReply {
        try await caller.call(
            "org.example.helper-names.Call",
            HelperNamesContract.CallParameters(parameters: parameters),
            returning: HelperNamesContract.CallReply.self,
            errors: HelperNamesError.self)
    }

    /// The method `Reply`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError``, `ServiceError`, or an error of the caller if the connection fails.
    public func reply() async throws -> HelperNamesContract.ReplyReply {
        try await caller.call(
            "org.example.helper-names.Reply",
            HelperNamesContract.ReplyParameters(),
            returning: HelperNamesContract.ReplyReply.self,
            errors: HelperNamesError.self)
    }

    /// The method `Caller`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``HelperNamesError``, `ServiceError`, or an error of the caller if the connection fails.
    public func caller_() async throws -> HelperNamesContract.CallerReply {
        try await caller.call(
            "org.example.helper-names.Caller",
            HelperNamesContract.CallerParameters(),
            returning: HelperNamesContract.CallerReply.self,
            errors: HelperNamesError.self)
    }
}
