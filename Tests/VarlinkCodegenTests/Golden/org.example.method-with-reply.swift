// Generated from org.example.method-with-reply.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.method-with-reply`.
public enum MethodWithReplyContract {
    /// What a server announces of this interface, and what a client may check against.
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

    /// The reply of `Load`.
    public struct LoadReply: VarlinkValue, Hashable {
        /// The field `name: string`.
        public var name: String
        /// The field `count: int`.
        public var count: Int

        /// Makes a value from its fields.
        public init(name: String, count: Int) {
            self.name = name
            self.count = count
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("name", name)
            writer.field("count", count)
            writer.endObject()
        }
    }
}

/// What serves `org.example.method-with-reply`: one function for each method.
public protocol MethodWithReplyService: VarlinkInterface {
    /// The method `Load`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`; the router maps all others.
    func load(context: CallContext) async throws -> MethodWithReplyContract.LoadReply
}

extension MethodWithReplyService {
    /// The contract of `org.example.method-with-reply`.
    public static var contract: VarlinkContract { MethodWithReplyContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
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
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Load`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ServiceError``, or what the caller throws when the connection fails.
    public func load() async throws -> MethodWithReplyContract.LoadReply {
        try await caller.call(
            "org.example.method-with-reply.Load",
            MethodWithReplyContract.LoadParameters(),
            returning: MethodWithReplyContract.LoadReply.self,
            errors: NoErrors.self)
    }
}
