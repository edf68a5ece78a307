// Generated from org.example.method-without-parameters.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.method-without-parameters`.
public enum MethodWithoutParametersContract {
    /// The description of the interface, which a server publishes and a client may compare.
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

    /// The reply of `Clear`.
    public struct ClearReply: VarlinkValue, Hashable {
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

/// An implementation of `org.example.method-without-parameters`, with a function for each method.
public protocol MethodWithoutParametersService: VarlinkInterface {
    /// The method `Clear`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func clear(context: CallContext) async throws -> MethodWithoutParametersContract.ClearReply
}

extension MethodWithoutParametersService {
    /// The contract of `org.example.method-without-parameters`.
    public static var contract: VarlinkContract { MethodWithoutParametersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
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
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Clear`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func clear() async throws -> MethodWithoutParametersContract.ClearReply {
        try await caller.call(
            "org.example.method-without-parameters.Clear",
            MethodWithoutParametersContract.ClearParameters(),
            returning: MethodWithoutParametersContract.ClearReply.self,
            errors: NoErrors.self)
    }
}
