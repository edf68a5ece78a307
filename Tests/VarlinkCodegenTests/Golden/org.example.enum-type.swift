// Generated from org.example.enum-type.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.enum-type`.
public enum EnumTypeContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.enum-type",
        description: #"""
            interface org.example.enum-type

            type Level (low, medium, high)

            type Holder (
              level: Level,
              before: ?Level,
              history: []Level,
              limits: [string]Level
            )

            """#,
        methods: [])

    /// The type `Level`.
    public enum Level: String, VarlinkEnum, CaseIterable {
        /// The value `low`.
        case low
        /// The value `medium`.
        case medium
        /// The value `high`.
        case high
    }

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `level: Level`.
        public var level: Level
        /// The field `before: ?Level`.
        public var before: Level?
        /// The field `history: []Level`.
        public var history: [Level]
        /// The field `limits: [string]Level`.
        public var limits: [String: Level]

        /// Creates a value from its fields.
        public init(level: Level, before: Level? = nil, history: [Level], limits: [String: Level]) {
            self.level = level
            self.before = before
            self.history = history
            self.limits = limits
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var level: Level?
            var before: Level?
            var history: [Level]?
            var limits: [String: Level]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "level":
                    level = try reader.field("level", as: Level.self)
                case "before":
                    before = try reader.optionalField("before", as: Level.self)
                case "history":
                    history = try reader.field("history", as: [Level].self)
                case "limits":
                    limits = try reader.field("limits", as: [String: Level].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.level = try reader.require(level, "level")
            self.before = before
            self.history = try reader.require(history, "history")
            self.limits = try reader.require(limits, "limits")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("level", level)
            writer.optionalField("before", before)
            writer.field("history", history)
            writer.field("limits", limits)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.enum-type`, with a function for each method.
public protocol EnumTypeService: VarlinkInterface {}

extension EnumTypeService {
    /// The contract of `org.example.enum-type`.
    public static var contract: VarlinkContract { EnumTypeContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.enum-type`.
public struct EnumTypeClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
