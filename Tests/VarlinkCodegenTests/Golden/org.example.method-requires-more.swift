// Generated from org.example.method-requires-more.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.method-requires-more`.
public enum MethodRequiresMoreContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.method-requires-more",
        description: #"""
            interface org.example.method-requires-more

            # Lists the names.
            # [Requires 'more' flag]
            method List(prefix: ?string) -> (name: ?string)

            """#,
        methods: [
            VarlinkContract.Method(name: "List", streaming: .required)
        ])

    /// The parameters of `List`.
    public struct ListParameters: VarlinkValue, Hashable {
        /// The field `prefix: ?string`.
        public var prefix: String?

        /// Creates a value from its fields.
        public init(prefix: String? = nil) {
            self.prefix = prefix
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var prefix: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "prefix":
                    prefix = try reader.optionalField("prefix", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.prefix = prefix
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("prefix", prefix)
            writer.endObject()
        }
    }

    /// The reply of `List`.
    public struct ListReply: VarlinkValue, Hashable {
        /// The field `name: ?string`.
        public var name: String?

        /// Creates a value from its fields.
        public init(name: String? = nil) {
            self.name = name
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var name: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "name":
                    name = try reader.optionalField("name", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.name = name
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("name", name)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.method-requires-more`, with a function for each method.
public protocol MethodRequiresMoreService: VarlinkInterface {
    /// Lists the names.
    ///
    /// - Returns: The last reply. `replies` sends those before it.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func list(
        prefix: String?,
        replies: ReplyWriter<MethodRequiresMoreContract.ListReply>,
        context: CallContext
    ) async throws -> MethodRequiresMoreContract.ListReply
}

extension MethodRequiresMoreService {
    /// The contract of `org.example.method-requires-more`.
    public static var contract: VarlinkContract { MethodRequiresMoreContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "List":
            let parameters = try call.parameters(as: MethodRequiresMoreContract.ListParameters.self)
            let replies = try call.replies(of: MethodRequiresMoreContract.ListReply.self, streaming: .required)
            let reply = try await list(prefix: parameters.prefix, replies: replies, context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-requires-more`.
public struct MethodRequiresMoreClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// Lists the names.
    ///
    /// - Returns: The replies.
    ///   Iterating throws `ServiceError`, or an error of the caller if the connection fails.
    public func list(prefix: String? = nil) -> ReplySequence<MethodRequiresMoreContract.ListReply> {
        caller.stream(
            "org.example.method-requires-more.List",
            MethodRequiresMoreContract.ListParameters(prefix: prefix),
            returning: MethodRequiresMoreContract.ListReply.self,
            errors: NoErrors.self)
    }
}
