// Generated from org.example.members-mixed.varlink. Do not edit: change the interface and build again.

public import Varlink

/// Members come in any order: a type may be used before it is declared.
public enum MembersMixedContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.members-mixed",
        description: #"""
            # Members come in any order: a type may be used before it is declared.
            interface org.example.members-mixed

            error Gone (what: Thing)

            method Take(thing: Thing) -> (kind: Kind)

            type Thing (
              kind: Kind
            )

            type Kind (large, small)

            """#,
        methods: [
            VarlinkContract.Method(name: "Take", streaming: .never)
        ])

    /// The type `Thing`.
    public struct Thing: VarlinkValue, Hashable {
        /// The field `kind: Kind`.
        public var kind: Kind

        /// Creates a value from its fields.
        public init(kind: Kind) {
            self.kind = kind
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var kind: Kind?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "kind":
                    kind = try reader.field("kind", as: Kind.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.kind = try reader.require(kind, "kind")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("kind", kind)
            writer.endObject()
        }
    }

    /// The type `Kind`.
    public enum Kind: String, VarlinkEnum, CaseIterable {
        /// The value `large`.
        case large
        /// The value `small`.
        case small
    }

    /// The parameters of `Take`.
    public struct TakeParameters: VarlinkValue, Hashable {
        /// The field `thing: Thing`.
        public var thing: Thing

        /// Creates a value from its fields.
        public init(thing: Thing) {
            self.thing = thing
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var thing: Thing?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "thing":
                    thing = try reader.field("thing", as: Thing.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.thing = try reader.require(thing, "thing")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("thing", thing)
            writer.endObject()
        }
    }

    /// The reply of `Take`.
    public struct TakeReply: VarlinkValue, Hashable {
        /// The field `kind: Kind`.
        public var kind: Kind

        /// Creates a value from its fields.
        public init(kind: Kind) {
            self.kind = kind
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var kind: Kind?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "kind":
                    kind = try reader.field("kind", as: Kind.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.kind = try reader.require(kind, "kind")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("kind", kind)
            writer.endObject()
        }
    }
}

/// The errors of `org.example.members-mixed`.
public enum MembersMixedError: VarlinkError, Hashable {
    /// The error `Gone`.
    case gone(what: MembersMixedContract.Thing)

    /// The interface that declares these errors.
    public static let interface = "org.example.members-mixed"

    /// The name of the error, without the name of the interface.
    public var name: String {
        switch self {
        case .gone: "Gone"
        }
    }

    /// Encodes the parameters of the error as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .gone(let what):
            writer.field("what", what)
        }
        writer.endObject()
    }

    /// Decodes the parameters of an error. The result is nil if the interface has no error of this name.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Gone":
            var what: MembersMixedContract.Thing?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "what":
                    what = try reader.field("what", as: MembersMixedContract.Thing.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .gone(what: try reader.require(what, "what"))
        default:
            return nil
        }
    }
}

/// An implementation of `org.example.members-mixed`, with a function for each method.
public protocol MembersMixedService: VarlinkInterface {
    /// The method `Take`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``MembersMixedError`` or another `VarlinkError`. The router converts other errors.
    func take(thing: MembersMixedContract.Thing, context: CallContext) async throws -> MembersMixedContract.TakeReply
}

extension MembersMixedService {
    /// The contract of `org.example.members-mixed`.
    public static var contract: VarlinkContract { MembersMixedContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Take":
            let parameters = try call.parameters(as: MembersMixedContract.TakeParameters.self)
            let reply = try await take(thing: parameters.thing, context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.members-mixed`.
public struct MembersMixedClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Take`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``MembersMixedError``, `ServiceError`, or an error of the caller if the connection fails.
    public func take(thing: MembersMixedContract.Thing) async throws -> MembersMixedContract.TakeReply {
        try await caller.call(
            "org.example.members-mixed.Take",
            MembersMixedContract.TakeParameters(thing: thing),
            returning: MembersMixedContract.TakeReply.self,
            errors: MembersMixedError.self)
    }
}
