// Generated from org.example.inline-enum.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.inline-enum`.
public enum InlineEnumContract {
    /// What a server announces of this interface, and what a client may check against.
    public static let contract = VarlinkContract(
        name: "org.example.inline-enum",
        description: #"""
            interface org.example.inline-enum

            type Holder (
              kind: (plain, starred),
              before: ?(plain, starred),
              history: [](on, off),
              states: [string](open, closed)
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `kind: (plain, starred)`.
        public var kind: Kind
        /// The field `before: ?(plain, starred)`.
        public var before: Before?
        /// The field `history: [](on, off)`.
        public var history: [History]
        /// The field `states: [string](open, closed)`.
        public var states: [String: States]

        /// Makes a value from its fields.
        public init(kind: Kind, before: Before? = nil, history: [History], states: [String: States]) {
            self.kind = kind
            self.before = before
            self.history = history
            self.states = states
        }

        /// Reads the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var kind: Kind?
            var before: Before?
            var history: [History]?
            var states: [String: States]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "kind":
                    kind = try reader.field("kind", as: Kind.self)
                case "before":
                    before = try reader.optionalField("before", as: Before.self)
                case "history":
                    history = try reader.field("history", as: [History].self)
                case "states":
                    states = try reader.field("states", as: [String: States].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.kind = try reader.require(kind, "kind")
            self.before = before
            self.history = try reader.require(history, "history")
            self.states = try reader.require(states, "states")
        }

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("kind", kind)
            writer.optionalField("before", before)
            writer.field("history", history)
            writer.field("states", states)
            writer.endObject()
        }

        /// What `kind` holds: `(plain, starred)`.
        public enum Kind: String, VarlinkEnum, CaseIterable {
            /// The value `plain`.
            case plain
            /// The value `starred`.
            case starred
        }

        /// What `before` holds: `(plain, starred)`.
        public enum Before: String, VarlinkEnum, CaseIterable {
            /// The value `plain`.
            case plain
            /// The value `starred`.
            case starred
        }

        /// What `history` holds: `(on, off)`.
        public enum History: String, VarlinkEnum, CaseIterable {
            /// The value `on`.
            case on
            /// The value `off`.
            case off
        }

        /// What `states` holds: `(open, closed)`.
        public enum States: String, VarlinkEnum, CaseIterable {
            /// The value `open`.
            case `open`
            /// The value `closed`.
            case closed
        }
    }
}

/// What serves `org.example.inline-enum`: one function for each method.
public protocol InlineEnumService: VarlinkInterface {}

extension InlineEnumService {
    /// The contract of `org.example.inline-enum`.
    public static var contract: VarlinkContract { InlineEnumContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.inline-enum`.
public struct InlineEnumClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
