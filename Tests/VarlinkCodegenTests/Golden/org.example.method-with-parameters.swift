// Generated from org.example.method-with-parameters.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.method-with-parameters`.
public enum MethodWithParametersContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.method-with-parameters",
        description: #"""
            interface org.example.method-with-parameters

            method Store(name: string, count: int) -> ()

            """#,
        methods: [
            VarlinkContract.Method(name: "Store", streaming: .never)
        ])

    /// The parameters of `Store`.
    public struct StoreParameters: VarlinkValue, Hashable {
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

    /// The reply of `Store`.
    public struct StoreReply: VarlinkValue, Hashable {
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

/// What serves `org.example.method-with-parameters`: one function for each method.
public protocol MethodWithParametersService: VarlinkInterface {
    /// The method `Store`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`; the router maps all others.
    func store(name: String, count: Int, context: CallContext) async throws -> MethodWithParametersContract.StoreReply
}

extension MethodWithParametersService {
    /// The contract of `org.example.method-with-parameters`.
    public static var contract: VarlinkContract { MethodWithParametersContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Store":
            let parameters = try call.parameters(as: MethodWithParametersContract.StoreParameters.self)
            let reply = try await store(name: parameters.name, count: parameters.count, context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-with-parameters`.
public struct MethodWithParametersClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Store`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ServiceError``, or what the caller throws when the connection fails.
    public func store(name: String, count: Int) async throws -> MethodWithParametersContract.StoreReply {
        try await caller.call(
            "org.example.method-with-parameters.Store",
            MethodWithParametersContract.StoreParameters(name: name, count: count),
            returning: MethodWithParametersContract.StoreReply.self,
            errors: NoErrors.self)
    }
}
