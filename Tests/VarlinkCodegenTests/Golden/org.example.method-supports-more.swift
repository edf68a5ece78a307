// Generated from org.example.method-supports-more.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.method-supports-more`.
public enum MethodSupportsMoreContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.method-supports-more",
        description: #"""
            interface org.example.method-supports-more

            # Returns the count; with 'more', again after every change.
            # [Supports 'more' flag]
            method Count() -> (count: int)

            """#,
        methods: [
            VarlinkContract.Method(name: "Count", streaming: .supported)
        ])

    /// The parameters of `Count`.
    public struct CountParameters: VarlinkValue, Hashable {
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

    /// The reply of `Count`.
    public struct CountReply: VarlinkValue, Hashable {
        /// The field `count: int`.
        public var count: Int

        /// Creates a value from its fields.
        public init(count: Int) {
            self.count = count
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("count", count)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.method-supports-more`, with a function for each method.
public protocol MethodSupportsMoreService: VarlinkInterface {
    /// Returns the count; with 'more', again after every change.
    ///
    /// - Returns: The last reply. `replies` sends those before it.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func count(
        replies: ReplyWriter<MethodSupportsMoreContract.CountReply>,
        context: CallContext
    ) async throws -> MethodSupportsMoreContract.CountReply
}

extension MethodSupportsMoreService {
    /// The contract of `org.example.method-supports-more`.
    public static var contract: VarlinkContract { MethodSupportsMoreContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
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
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// Returns the count; with 'more', again after every change.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func count() async throws -> MethodSupportsMoreContract.CountReply {
        try await caller.call(
            "org.example.method-supports-more.Count",
            MethodSupportsMoreContract.CountParameters(),
            returning: MethodSupportsMoreContract.CountReply.self,
            errors: NoErrors.self)
    }

    /// Returns the count; with 'more', again after every change.
    ///
    /// - Returns: The replies.
    ///   Iterating throws `ServiceError`, or an error of the caller if the connection fails.
    public func countReplies() -> ReplySequence<MethodSupportsMoreContract.CountReply> {
        caller.stream(
            "org.example.method-supports-more.Count",
            MethodSupportsMoreContract.CountParameters(),
            returning: MethodSupportsMoreContract.CountReply.self,
            errors: NoErrors.self)
    }
}
