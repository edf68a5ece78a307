// Generated from org.example.members-mixed.varlink. Do not edit: change the interface and build.

public import Varlink

/// Members come in any order: a type may be used before it is declared.
public enum MembersMixedContract {
    /// What a server announces of this interface, and what a client may check against.
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

        /// Makes a value from its fields.
        public init(kind: Kind) {
            self.kind = kind
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
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

        /// Makes a value from its fields.
        public init(thing: Thing) {
            self.thing = thing
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
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

        /// Makes a value from its fields.
        public init(kind: Kind) {
            self.kind = kind
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
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

    /// The error's name, without that of the interface.
    public var name: String {
        switch self {
        case .gone: "Gone"
        }
    }

    /// Writes the error's parameters as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .gone(let what):
            writer.field("what", what)
        }
        writer.endObject()
    }

    /// Reads the error of a name from its parameters; nil where the interface has no such error.
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

/// What serves `org.example.members-mixed`: one function for each method.
public protocol MembersMixedService: VarlinkInterface {
    /// The method `Take`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``MembersMixedError`` or another `VarlinkError`; the router maps all others.
    func take(thing: MembersMixedContract.Thing, context: CallContext) async throws -> MembersMixedContract.TakeReply
}

extension MembersMixedService {
    /// The contract of `org.example.members-mixed`.
    public static var contract: VarlinkContract { MembersMixedContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
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
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Take`.
    ///
    /// - Returns: The reply.
    /// - Throws: ``MembersMixedError``, ``ServiceError``, or what the caller throws when the connection fails.
    public func take(thing: MembersMixedContract.Thing) async throws -> MembersMixedContract.TakeReply {
        try await caller.call(
            "org.example.members-mixed.Take",
            MembersMixedContract.TakeParameters(thing: thing),
            returning: MembersMixedContract.TakeReply.self,
            errors: MembersMixedError.self)
    }
}
