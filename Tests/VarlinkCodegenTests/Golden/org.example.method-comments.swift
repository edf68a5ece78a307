// Generated from org.example.method-comments.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.method-comments`.
public enum MethodCommentsContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.method-comments",
        description: #"""
            interface org.example.method-comments

            # Runs.
            #
            # More about it.
            # [Supports 'more' flag]
            method Run(
              # What to run,
              # in two lines.
              what: string
            ) -> (
              # How it went.
              result: ?string
            )

            # Partly described: the comment of the function leaves parameters out.
            method Walk(
              # How far.
              distance: int,
              speed: int
            ) -> ()

            """#,
        methods: [
            VarlinkContract.Method(name: "Run", streaming: .supported),
            VarlinkContract.Method(name: "Walk", streaming: .never),
        ])

    /// The parameters of `Run`.
    public struct RunParameters: VarlinkValue, Hashable {
        /// What to run,
        /// in two lines.
        public var what: String

        /// Makes a value from its fields.
        public init(what: String) {
            self.what = what
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var what: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "what":
                    what = try reader.field("what", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.what = try reader.require(what, "what")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("what", what)
            writer.endObject()
        }
    }

    /// The reply of `Run`.
    public struct RunReply: VarlinkValue, Hashable {
        /// How it went.
        public var result: String?

        /// Makes a value from its fields.
        public init(result: String? = nil) {
            self.result = result
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var result: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "result":
                    result = try reader.optionalField("result", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.result = result
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("result", result)
            writer.endObject()
        }
    }

    /// The parameters of `Walk`.
    public struct WalkParameters: VarlinkValue, Hashable {
        /// How far.
        public var distance: Int
        /// The field `speed: int`.
        public var speed: Int

        /// Makes a value from its fields.
        public init(distance: Int, speed: Int) {
            self.distance = distance
            self.speed = speed
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var distance: Int?
            var speed: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "distance":
                    distance = try reader.field("distance", as: Int.self)
                case "speed":
                    speed = try reader.field("speed", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.distance = try reader.require(distance, "distance")
            self.speed = try reader.require(speed, "speed")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("distance", distance)
            writer.field("speed", speed)
            writer.endObject()
        }
    }

    /// The reply of `Walk`.
    public struct WalkReply: VarlinkValue, Hashable {
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

/// What serves `org.example.method-comments`: one function for each method.
public protocol MethodCommentsService: VarlinkInterface {
    /// Runs.
    ///
    /// More about it.
    ///
    /// - Parameters:
    ///   - what: What to run,
    ///     in two lines.
    ///   - replies: Takes the replies before the last one.
    ///   - context: Who calls, and how.
    /// - Returns: The last reply; those before it go to `replies`.
    /// - Throws: A `VarlinkError`; the router maps all others.
    func run(
        what: String,
        replies: ReplyWriter<MethodCommentsContract.RunReply>,
        context: CallContext
    ) async throws -> MethodCommentsContract.RunReply

    /// Partly described: the comment of the function leaves parameters out.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`; the router maps all others.
    func walk(distance: Int, speed: Int, context: CallContext) async throws -> MethodCommentsContract.WalkReply
}

extension MethodCommentsService {
    /// The contract of `org.example.method-comments`.
    public static var contract: VarlinkContract { MethodCommentsContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Run":
            let parameters = try call.parameters(as: MethodCommentsContract.RunParameters.self)
            let replies = try call.replies(of: MethodCommentsContract.RunReply.self, streaming: .supported)
            let reply = try await run(what: parameters.what, replies: replies, context: call.context)
            try call.reply(reply)
        case "Walk":
            let parameters = try call.parameters(as: MethodCommentsContract.WalkParameters.self)
            let reply = try await walk(distance: parameters.distance, speed: parameters.speed, context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-comments`.
public struct MethodCommentsClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// Runs.
    ///
    /// More about it.
    ///
    /// - Parameter what: What to run,
    ///   in two lines.
    /// - Returns: The reply.
    /// - Throws: ``ServiceError``, or what the caller throws when the connection fails.
    public func run(what: String) async throws -> MethodCommentsContract.RunReply {
        try await caller.call(
            "org.example.method-comments.Run",
            MethodCommentsContract.RunParameters(what: what),
            returning: MethodCommentsContract.RunReply.self,
            errors: NoErrors.self)
    }

    /// Runs.
    ///
    /// More about it.
    ///
    /// - Parameter what: What to run,
    ///   in two lines.
    /// - Returns: The replies.
    ///   Iterating throws ``ServiceError``, or what the caller throws when the connection fails.
    public func runReplies(what: String) -> ReplySequence<MethodCommentsContract.RunReply> {
        caller.stream(
            "org.example.method-comments.Run",
            MethodCommentsContract.RunParameters(what: what),
            returning: MethodCommentsContract.RunReply.self,
            errors: NoErrors.self)
    }

    /// Partly described: the comment of the function leaves parameters out.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ServiceError``, or what the caller throws when the connection fails.
    public func walk(distance: Int, speed: Int) async throws -> MethodCommentsContract.WalkReply {
        try await caller.call(
            "org.example.method-comments.Walk",
            MethodCommentsContract.WalkParameters(distance: distance, speed: speed),
            returning: MethodCommentsContract.WalkReply.self,
            errors: NoErrors.self)
    }
}
