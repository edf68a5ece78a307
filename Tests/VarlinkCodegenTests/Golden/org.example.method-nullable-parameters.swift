// Generated from org.example.method-nullable-parameters.varlink. Do not edit: change the interface and build again.

public import Varlink

/// Nullable parameters may be omitted at any position.
public enum MethodNullableParametersContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.method-nullable-parameters",
        description: #"""
            # Nullable parameters may be omitted at any position.
            interface org.example.method-nullable-parameters

            method Find(text: ?string, limit: int, after: ?string) -> (found: ?string)

            """#,
        methods: [
            VarlinkContract.Method(name: "Find", streaming: .never)
        ])

    /// The parameters of `Find`.
    public struct FindParameters: VarlinkValue, Hashable {
        /// The field `text: ?string`.
        public var text: String?
        /// The field `limit: int`.
        public var limit: Int
        /// The field `after: ?string`.
        public var after: String?

        /// Creates a value from its fields.
        public init(text: String? = nil, limit: Int, after: String? = nil) {
            self.text = text
            self.limit = limit
            self.after = after
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var text: String?
            var limit: Int?
            var after: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "text":
                    text = try reader.optionalField("text", as: String.self)
                case "limit":
                    limit = try reader.field("limit", as: Int.self)
                case "after":
                    after = try reader.optionalField("after", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.text = text
            self.limit = try reader.require(limit, "limit")
            self.after = after
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("text", text)
            writer.field("limit", limit)
            writer.optionalField("after", after)
            writer.endObject()
        }
    }

    /// The reply of `Find`.
    public struct FindReply: VarlinkValue, Hashable {
        /// The field `found: ?string`.
        public var found: String?

        /// Creates a value from its fields.
        public init(found: String? = nil) {
            self.found = found
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var found: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "found":
                    found = try reader.optionalField("found", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.found = found
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("found", found)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.method-nullable-parameters`, with a function for each method.
public protocol MethodNullableParametersService: VarlinkInterface {
    /// The method `Find`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func find(
        text: String?,
        limit: Int,
        after: String?,
        context: CallContext
    ) async throws -> MethodNullableParametersContract.FindReply
}

extension MethodNullableParametersService {
    /// The contract of `org.example.method-nullable-parameters`.
    public static var contract: VarlinkContract { MethodNullableParametersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Find":
            let parameters = try call.parameters(as: MethodNullableParametersContract.FindParameters.self)
            let reply = try await find(
                text: parameters.text,
                limit: parameters.limit,
                after: parameters.after,
                context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-nullable-parameters`.
public struct MethodNullableParametersClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Find`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func find(
        text: String? = nil,
        limit: Int,
        after: String? = nil
    ) async throws -> MethodNullableParametersContract.FindReply {
        try await caller.call(
            "org.example.method-nullable-parameters.Find",
            MethodNullableParametersContract.FindParameters(text: text, limit: limit, after: after),
            returning: MethodNullableParametersContract.FindReply.self,
            errors: NoErrors.self)
    }
}
