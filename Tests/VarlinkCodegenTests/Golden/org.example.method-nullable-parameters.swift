// Generated from org.example.method-nullable-parameters.varlink. Do not edit: change the interface and build.

public import Varlink

/// Nullable parameters may be left out, wherever they stand.
public enum MethodNullableParametersContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.method-nullable-parameters",
        description: #"""
            # Nullable parameters may be left out, wherever they stand.
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

        /// Makes a value from its fields.
        public init(text: String? = nil, limit: Int, after: String? = nil) {
            self.text = text
            self.limit = limit
            self.after = after
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
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

        /// Makes a value from its fields.
        public init(found: String? = nil) {
            self.found = found
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("found", found)
            writer.endObject()
        }
    }
}

/// What serves `org.example.method-nullable-parameters`: one function for each method.
public protocol MethodNullableParametersService: VarlinkInterface {
    /// The method `Find`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`; the router maps all others.
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

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
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
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Find`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ServiceError``, or what the caller throws when the connection fails.
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
