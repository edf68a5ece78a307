// Generated from org.example.method-with-parameters.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.method-with-parameters`.
public enum MethodWithParametersContract {
    /// The description of the interface, which a server publishes and a client may compare.
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

    /// The reply of `Store`.
    public struct StoreReply: VarlinkValue, Hashable {
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

/// An implementation of `org.example.method-with-parameters`, with a function for each method.
public protocol MethodWithParametersService: VarlinkInterface {
    /// The method `Store`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func store(name: String, count: Int, context: CallContext) async throws -> MethodWithParametersContract.StoreReply
}

extension MethodWithParametersService {
    /// The contract of `org.example.method-with-parameters`.
    public static var contract: VarlinkContract { MethodWithParametersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
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
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Store`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func store(name: String, count: Int) async throws -> MethodWithParametersContract.StoreReply {
        try await caller.call(
            "org.example.method-with-parameters.Store",
            MethodWithParametersContract.StoreParameters(name: name, count: count),
            returning: MethodWithParametersContract.StoreReply.self,
            errors: NoErrors.self)
    }
}
