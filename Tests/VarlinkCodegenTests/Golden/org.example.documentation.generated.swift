// Generated from org.example.documentation.varlink. Do not edit: change the interface and build.

public import Varlink

/// First line.
///
/// Second paragraph with "quotes", a \backslash, """ three quotes,
/// a raw end """# and another """## and an interpolation \#(x) \(y).
public enum DocumentationContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.documentation",
        description: ###"""
            # First line.
            #
            # Second paragraph with "quotes", a \backslash, """ three quotes,
            # a raw end """# and another """## and an interpolation \#(x) \(y).
            interface org.example.documentation

            # Describes
            #   with indentation.
            type Thing (
              # Several
              # lines.
              name: string,
              kind: (
                # The first kind.
                one,
                two
              )
            )

            # Runs.
            #
            # More about it.
            # [Supports 'more' flag]
            method Run(
              # The thing,
              # in two lines.
              thing: Thing
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

            # It broke.
            error Broken (
              # Where.
              place: string,
              # Why.
              reason: string
            )

            """###,
        methods: [
            VarlinkContract.Method(name: "Run", streaming: .supported),
            VarlinkContract.Method(name: "Walk", streaming: .never),
        ])

    /// Describes
    ///   with indentation.
    public struct Thing: VarlinkValue, Hashable {
        /// Several
        /// lines.
        public var name: String
        /// The field `kind: (one, two)`.
        public var kind: Kind

        /// Makes a value from its fields.
        public init(name: String, kind: Kind) {
            self.name = name
            self.kind = kind
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var name: String?
            var kind: Kind?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "name":
                    name = try reader.field("name", as: String.self)
                case "kind":
                    kind = try reader.field("kind", as: Kind.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.name = try reader.require(name, "name")
            self.kind = try reader.require(kind, "kind")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("name", name)
            writer.field("kind", kind)
            writer.endObject()
        }

        /// What `kind` holds: `(one, two)`.
        public enum Kind: String, VarlinkEnum, CaseIterable {
            /// The first kind.
            case one
            /// The value `two`.
            case two
        }
    }

    /// The parameters of `Run`.
    public struct RunParameters: VarlinkValue, Hashable {
        /// The thing,
        /// in two lines.
        public var thing: Thing

        /// Makes a value from its fields.
        public init(thing: Thing) {
            self.thing = thing
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var thing: Thing?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "thing":
                    thing = try reader.field("thing", as: Thing.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.thing = try reader.require(thing, "thing")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("thing", thing)
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

/// The errors of `org.example.documentation`.
public enum DocumentationError: VarlinkError, Hashable {
    /// It broke.
    ///
    /// - Parameters:
    ///   - place: Where.
    ///   - reason: Why.
    case broken(place: String, reason: String)

    /// The interface that declares these errors.
    public static let interface = "org.example.documentation"

    /// The error's name, without that of the interface.
    public var name: String {
        switch self {
        case .broken: "Broken"
        }
    }

    /// Writes the error's parameters as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .broken(let place, let reason):
            writer.field("place", place)
            writer.field("reason", reason)
        }
        writer.endObject()
    }

    /// Reads the error of a name from its parameters; nil where the interface has no such error.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Broken":
            var place: String?
            var reason: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "place":
                    place = try reader.field("place", as: String.self)
                case "reason":
                    reason = try reader.field("reason", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .broken(place: try reader.require(place, "place"), reason: try reader.require(reason, "reason"))
        default:
            return nil
        }
    }
}

/// What serves `org.example.documentation`: one function for each method.
public protocol DocumentationCommands: VarlinkInterface {
    /// Runs.
    ///
    /// More about it.
    ///
    /// - Parameters:
    ///   - thing: The thing,
    ///     in two lines.
    ///   - replies: Takes the replies before the last one.
    ///   - context: Who calls, and how.
    /// - Returns: The last reply; those before it go to `replies`.
    /// - Throws: ``DocumentationError`` or another `VarlinkError`; the router maps all others.
    func run(
        thing: DocumentationContract.Thing,
        replies: ReplyWriter<DocumentationContract.RunReply>,
        context: CallContext
    ) async throws -> DocumentationContract.RunReply

    /// Partly described: the comment of the function leaves parameters out.
    ///
    /// - Returns: The reply.
    /// - Throws: ``DocumentationError`` or another `VarlinkError`; the router maps all others.
    func walk(distance: Int, speed: Int, context: CallContext) async throws -> DocumentationContract.WalkReply
}

extension DocumentationCommands {
    /// The contract of `org.example.documentation`.
    public static var contract: VarlinkContract { DocumentationContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Run":
            let parameters = try call.parameters(as: DocumentationContract.RunParameters.self)
            let replies = try call.replies(of: DocumentationContract.RunReply.self, streaming: .supported)
            let reply = try await run(thing: parameters.thing, replies: replies, context: call.context)
            try await call.reply(reply)
        case "Walk":
            let parameters = try call.parameters(as: DocumentationContract.WalkParameters.self)
            let reply = try await walk(distance: parameters.distance, speed: parameters.speed, context: call.context)
            try await call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.documentation`.
public struct DocumentationClient: Sendable {
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
    /// - Parameter thing: The thing,
    ///   in two lines.
    /// - Returns: The reply.
    /// - Throws: ``DocumentationError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func run(thing: DocumentationContract.Thing) async throws -> DocumentationContract.RunReply {
        try await caller.call(
            "org.example.documentation.Run",
            DocumentationContract.RunParameters(thing: thing),
            returning: DocumentationContract.RunReply.self,
            errors: DocumentationError.self)
    }

    /// Runs.
    ///
    /// More about it.
    ///
    /// - Parameter thing: The thing,
    ///   in two lines.
    /// - Returns: The replies.
    ///   Iterating throws ``DocumentationError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func runReplies(thing: DocumentationContract.Thing) -> ReplySequence<DocumentationContract.RunReply> {
        caller.stream(
            "org.example.documentation.Run",
            DocumentationContract.RunParameters(thing: thing),
            returning: DocumentationContract.RunReply.self,
            errors: DocumentationError.self)
    }

    /// Partly described: the comment of the function leaves parameters out.
    ///
    /// - Returns: The reply.
    /// - Throws: ``DocumentationError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func walk(distance: Int, speed: Int) async throws -> DocumentationContract.WalkReply {
        try await caller.call(
            "org.example.documentation.Walk",
            DocumentationContract.WalkParameters(distance: distance, speed: speed),
            returning: DocumentationContract.WalkReply.self,
            errors: DocumentationError.self)
    }
}
