// Generated from org.example.method-upgrades.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.method-upgrades`.
public enum MethodUpgradesContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.method-upgrades",
        description: #"""
            interface org.example.method-upgrades

            # Sends raw bytes after the reply.
            # [Requires 'upgrade' flag]
            method Attach() -> ()

            # Sends a reply, or raw bytes after it.
            # [Supports 'upgrade' flag]
            method Follow() -> (text: ?string)

            """#,
        methods: [
            VarlinkContract.Method(name: "Attach", streaming: .never),
            VarlinkContract.Method(name: "Follow", streaming: .never),
        ])

    /// The parameters of `Attach`.
    public struct AttachParameters: VarlinkValue, Hashable {
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

    /// The reply of `Attach`.
    public struct AttachReply: VarlinkValue, Hashable {
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

    /// The parameters of `Follow`.
    public struct FollowParameters: VarlinkValue, Hashable {
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

    /// The reply of `Follow`.
    public struct FollowReply: VarlinkValue, Hashable {
        /// The field `text: ?string`.
        public var text: String?

        /// Creates a value from its fields.
        public init(text: String? = nil) {
            self.text = text
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var text: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "text":
                    text = try reader.optionalField("text", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.text = text
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("text", text)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.method-upgrades`, with a function for each method.
public protocol MethodUpgradesService: VarlinkInterface {
    /// Sends raw bytes after the reply.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func attach(context: CallContext) async throws -> MethodUpgradesContract.AttachReply

    /// Sends a reply, or raw bytes after it.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func follow(context: CallContext) async throws -> MethodUpgradesContract.FollowReply
}

extension MethodUpgradesService {
    /// The contract of `org.example.method-upgrades`.
    public static var contract: VarlinkContract { MethodUpgradesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Attach":
            _ = try call.parameters(as: MethodUpgradesContract.AttachParameters.self)
            let reply = try await attach(context: call.context)
            try call.reply(reply)
        case "Follow":
            _ = try call.parameters(as: MethodUpgradesContract.FollowParameters.self)
            let reply = try await follow(context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-upgrades`.
public struct MethodUpgradesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// Sends raw bytes after the reply.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func attach() async throws -> MethodUpgradesContract.AttachReply {
        try await caller.call(
            "org.example.method-upgrades.Attach",
            MethodUpgradesContract.AttachParameters(),
            returning: MethodUpgradesContract.AttachReply.self,
            errors: NoErrors.self)
    }

    /// Sends a reply, or raw bytes after it.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func follow() async throws -> MethodUpgradesContract.FollowReply {
        try await caller.call(
            "org.example.method-upgrades.Follow",
            MethodUpgradesContract.FollowParameters(),
            returning: MethodUpgradesContract.FollowReply.self,
            errors: NoErrors.self)
    }
}
