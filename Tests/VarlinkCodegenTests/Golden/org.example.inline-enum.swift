// Generated from org.example.inline-enum.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.inline-enum`.
public enum InlineEnumContract {
    /// The description of the interface, which a server publishes and a client may compare.
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

        /// Creates a value from its fields.
        public init(kind: Kind, before: Before? = nil, history: [History], states: [String: States]) {
            self.kind = kind
            self.before = before
            self.history = history
            self.states = states
        }

        /// Decodes the value from JSON.
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

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("kind", kind)
            writer.optionalField("before", before)
            writer.field("history", history)
            writer.field("states", states)
            writer.endObject()
        }

        /// The type `(plain, starred)` of `kind`.
        public enum Kind: String, VarlinkEnum, CaseIterable {
            /// The value `plain`.
            case plain
            /// The value `starred`.
            case starred
        }

        /// The type `(plain, starred)` of `before`.
        public enum Before: String, VarlinkEnum, CaseIterable {
            /// The value `plain`.
            case plain
            /// The value `starred`.
            case starred
        }

        /// The type `(on, off)` of `history`.
        public enum History: String, VarlinkEnum, CaseIterable {
            /// The value `on`.
            case on
            /// The value `off`.
            case off
        }

        /// The type `(open, closed)` of `states`.
        public enum States: String, VarlinkEnum, CaseIterable {
            /// The value `open`.
            case `open`
            /// The value `closed`.
            case closed
        }
    }
}

/// An implementation of `org.example.inline-enum`, with a function for each method.
public protocol InlineEnumService: VarlinkInterface {}

extension InlineEnumService {
    /// The contract of `org.example.inline-enum`.
    public static var contract: VarlinkContract { InlineEnumContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.inline-enum`.
public struct InlineEnumClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
