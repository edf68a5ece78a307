// Generated from org.example.method-supports-more.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.method-supports-more`.
public enum MethodSupportsMoreContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.method-supports-more",
        description: #"""
            interface org.example.method-supports-more

            # Counts; with 'more', again after every change.
            # [Supports 'more' flag]
            method Count() -> (count: int)

            """#,
        methods: [
            VarlinkContract.Method(name: "Count", streaming: .supported)
        ])

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
}

/// What serves `org.example.method-supports-more`: one function for each method.
public protocol MethodSupportsMoreService: VarlinkInterface {
    /// Counts; with 'more', again after every change.
    ///
    /// - Returns: The last reply; those before it go to `replies`.
    /// - Throws: A `VarlinkError`; the router maps all others.
    func count(
        replies: ReplyWriter<MethodSupportsMoreContract.CountReply>,
        context: CallContext
    ) async throws -> MethodSupportsMoreContract.CountReply
}

extension MethodSupportsMoreService {
    /// The contract of `org.example.method-supports-more`.
    public static var contract: VarlinkContract { MethodSupportsMoreContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Count":
            _ = try call.parameters(as: MethodSupportsMoreContract.CountParameters.self)
            let replies = try call.replies(of: MethodSupportsMoreContract.CountReply.self, streaming: .supported)
            let reply = try await count(replies: replies, context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-supports-more`.
public struct MethodSupportsMoreClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// Counts; with 'more', again after every change.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ServiceError``, or what the caller throws when the connection fails.
    public func count() async throws -> MethodSupportsMoreContract.CountReply {
        try await caller.call(
            "org.example.method-supports-more.Count",
            MethodSupportsMoreContract.CountParameters(),
            returning: MethodSupportsMoreContract.CountReply.self,
            errors: NoErrors.self)
    }

    /// Counts; with 'more', again after every change.
    ///
    /// - Returns: The replies.
    ///   Iterating throws ``ServiceError``, or what the caller throws when the connection fails.
    public func countReplies() -> ReplySequence<MethodSupportsMoreContract.CountReply> {
        caller.stream(
            "org.example.method-supports-more.Count",
            MethodSupportsMoreContract.CountParameters(),
            returning: MethodSupportsMoreContract.CountReply.self,
            errors: NoErrors.self)
    }
}
