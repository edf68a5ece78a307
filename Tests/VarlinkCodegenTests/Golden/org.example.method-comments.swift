// Generated from org.example.method-comments.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.method-comments`.
public enum MethodCommentsContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.method-comments",
        description: #"""
            interface org.example.method-comments

            # Runs a program.
            #
            # This is a second paragraph.
            # [Supports 'more' flag]
            method Run(
              # The program to run,
              # in two lines.
              what: string
            ) -> (
              # The result.
              result: ?string
            )

            # A method with one documented parameter: the comment of the function omits the parameters.
            method Walk(
              # The progress.
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
        /// The program to run,
        /// in two lines.
        public var what: String

        /// Creates a value from its fields.
        public init(what: String) {
            self.what = what
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("what", what)
            writer.endObject()
        }
    }

    /// The reply of `Run`.
    public struct RunReply: VarlinkValue, Hashable {
        /// The result.
        public var result: String?

        /// Creates a value from its fields.
        public init(result: String? = nil) {
            self.result = result
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("result", result)
            writer.endObject()
        }
    }

    /// The parameters of `Walk`.
    public struct WalkParameters: VarlinkValue, Hashable {
        /// The progress.
        public var distance: Int
        /// The field `speed: int`.
        public var speed: Int

        /// Creates a value from its fields.
        public init(distance: Int, speed: Int) {
            self.distance = distance
            self.speed = speed
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("distance", distance)
            writer.field("speed", speed)
            writer.endObject()
        }
    }

    /// The reply of `Walk`.
    public struct WalkReply: VarlinkValue, Hashable {
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

/// An implementation of `org.example.method-comments`, with a function for each method.
public protocol MethodCommentsService: VarlinkInterface {
    /// Runs a program.
    ///
    /// This is a second paragraph.
    ///
    /// - Parameters:
    ///   - what: The program to run,
    ///     in two lines.
    ///   - replies: Sends the replies before the last one.
    ///   - context: The context of the call.
    /// - Returns: The last reply. `replies` sends those before it.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func run(
        what: String,
        replies: ReplyWriter<MethodCommentsContract.RunReply>,
        context: CallContext
    ) async throws -> MethodCommentsContract.RunReply

    /// A method with one documented parameter: the comment of the function omits the parameters.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func walk(distance: Int, speed: Int, context: CallContext) async throws -> MethodCommentsContract.WalkReply
}

extension MethodCommentsService {
    /// The contract of `org.example.method-comments`.
    public static var contract: VarlinkContract { MethodCommentsContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
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
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// Runs a program.
    ///
    /// This is a second paragraph.
    ///
    /// - Parameter what: The program to run,
    ///   in two lines.
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func run(what: String) async throws -> MethodCommentsContract.RunReply {
        try await caller.call(
            "org.example.method-comments.Run",
            MethodCommentsContract.RunParameters(what: what),
            returning: MethodCommentsContract.RunReply.self,
            errors: NoErrors.self)
    }

    /// Runs a program.
    ///
    /// This is a second paragraph.
    ///
    /// - Parameter what: The program to run,
    ///   in two lines.
    /// - Returns: The replies.
    ///   Iterating throws `ServiceError`, or an error of the caller if the connection fails.
    public func runReplies(what: String) -> ReplySequence<MethodCommentsContract.RunReply> {
        caller.stream(
            "org.example.method-comments.Run",
            MethodCommentsContract.RunParameters(what: what),
            returning: MethodCommentsContract.RunReply.self,
            errors: NoErrors.self)
    }

    /// A method with one documented parameter: the comment of the function omits the parameters.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func walk(distance: Int, speed: Int) async throws -> MethodCommentsContract.WalkReply {
        try await caller.call(
            "org.example.method-comments.Walk",
            MethodCommentsContract.WalkParameters(distance: distance, speed: speed),
            returning: MethodCommentsContract.WalkReply.self,
            errors: NoErrors.self)
    }
}
