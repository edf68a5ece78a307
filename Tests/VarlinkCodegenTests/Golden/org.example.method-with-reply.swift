// Generated from org.example.method-with-reply.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.method-with-reply`.
public enum MethodWithReplyContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.method-with-reply",
        description: #"""
            interface org.example.method-with-reply

            method Load() -> (name: string, count: int)

            """#,
        methods: [
            VarlinkContract.Method(name: "Load", streaming: .never)
        ])

    /// The parameters of `Load`.
    public struct LoadParameters: VarlinkValue, Hashable {
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

    /// The reply of `Load`.
    public struct LoadReply: VarlinkValue, Hashable {
        /// The field `name: string`.
        public var name: String
        /// The field `count: int`.
        public var count: Int

        /// Creates a value from its fields.
        public init(name: String, count: Int) {
            self.name = name
            self.count = count
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var name: String?
            var count: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "name":
                    name = try reader.field("name", as: String.self)
                case "count":
                    count = try reader.field("count", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.name = try reader.require(name, "name")
            self.count = try reader.require(count, "count")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("name", name)
            writer.field("count", count)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.method-with-reply`, with a function for each method.
public protocol MethodWithReplyService: VarlinkInterface {
    /// The method `Load`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func load(context: CallContext) async throws -> MethodWithReplyContract.LoadReply
}

extension MethodWithReplyService {
    /// The contract of `org.example.method-with-reply`.
    public static var contract: VarlinkContract { MethodWithReplyContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Load":
            _ = try call.parameters(as: MethodWithReplyContract.LoadParameters.self)
            let reply = try await load(context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-with-reply`.
public struct MethodWithReplyClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Load`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func load() async throws -> MethodWithReplyContract.LoadReply {
        try await caller.call(
            "org.example.method-with-reply.Load",
            MethodWithReplyContract.LoadParameters(),
            returning: MethodWithReplyContract.LoadReply.self,
            errors: NoErrors.self)
    }
}
