// Generated from org.example.method-without-parameters.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.method-without-parameters`.
public enum MethodWithoutParametersContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.method-without-parameters",
        description: #"""
            interface org.example.method-without-parameters

            method Clear() -> ()

            """#,
        methods: [
            VarlinkContract.Method(name: "Clear", streaming: .never)
        ])

    /// The parameters of `Clear`.
    public struct ClearParameters: VarlinkValue, Hashable {
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

    /// The reply of `Clear`.
    public struct ClearReply: VarlinkValue, Hashable {
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

/// What serves `org.example.method-without-parameters`: one function for each method.
public protocol MethodWithoutParametersService: VarlinkInterface {
    /// The method `Clear`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`; the router maps all others.
    func clear(context: CallContext) async throws -> MethodWithoutParametersContract.ClearReply
}

extension MethodWithoutParametersService {
    /// The contract of `org.example.method-without-parameters`.
    public static var contract: VarlinkContract { MethodWithoutParametersContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Clear":
            _ = try call.parameters(as: MethodWithoutParametersContract.ClearParameters.self)
            let reply = try await clear(context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-without-parameters`.
public struct MethodWithoutParametersClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Clear`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``ServiceError``, or what the caller throws when the connection fails.
    public func clear() async throws -> MethodWithoutParametersContract.ClearReply {
        try await caller.call(
            "org.example.method-without-parameters.Clear",
            MethodWithoutParametersContract.ClearParameters(),
            returning: MethodWithoutParametersContract.ClearReply.self,
            errors: NoErrors.self)
    }
}
