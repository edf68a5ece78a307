// Generated from org.example.method-inline-types.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.method-inline-types`.
public enum MethodInlineTypesContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.method-inline-types",
        description: #"""
            interface org.example.method-inline-types

            method Start(mode: (fast, slow), place: ?(line: int, column: int)) -> (
              mode: ?(fast, slow),
              steps: [](name: string)
            )

            """#,
        methods: [
            VarlinkContract.Method(name: "Start", streaming: .never)
        ])

    /// The parameters of `Start`.
    public struct StartParameters: VarlinkValue, Hashable {
        /// The field `mode: (fast, slow)`.
        public var mode: Mode
        /// The field `place: ?(line: int, column: int)`.
        public var place: Place?

        /// Creates a value from its fields.
        public init(mode: Mode, place: Place? = nil) {
            self.mode = mode
            self.place = place
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var mode: Mode?
            var place: Place?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "mode":
                    mode = try reader.field("mode", as: Mode.self)
                case "place":
                    place = try reader.optionalField("place", as: Place.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.mode = try reader.require(mode, "mode")
            self.place = place
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("mode", mode)
            writer.optionalField("place", place)
            writer.endObject()
        }

        /// The type `(fast, slow)` of `mode`.
        public enum Mode: String, VarlinkEnum, CaseIterable {
            /// The value `fast`.
            case fast
            /// The value `slow`.
            case slow
        }

        /// The type `(line: int, column: int)` of `place`.
        public struct Place: VarlinkValue, Hashable {
            /// The field `line: int`.
            public var line: Int
            /// The field `column: int`.
            public var column: Int

            /// Creates a value from its fields.
            public init(line: Int, column: Int) {
                self.line = line
                self.column = column
            }

            /// Decodes the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var line: Int?
                var column: Int?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "line":
                        line = try reader.field("line", as: Int.self)
                    case "column":
                        column = try reader.field("column", as: Int.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.line = try reader.require(line, "line")
                self.column = try reader.require(column, "column")
            }

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("line", line)
                writer.field("column", column)
                writer.endObject()
            }
        }
    }

    /// The reply of `Start`.
    public struct StartReply: VarlinkValue, Hashable {
        /// The field `mode: ?(fast, slow)`.
        public var mode: Mode?
        /// The field `steps: [](name: string)`.
        public var steps: [Steps]

        /// Creates a value from its fields.
        public init(mode: Mode? = nil, steps: [Steps]) {
            self.mode = mode
            self.steps = steps
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var mode: Mode?
            var steps: [Steps]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "mode":
                    mode = try reader.optionalField("mode", as: Mode.self)
                case "steps":
                    steps = try reader.field("steps", as: [Steps].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.mode = mode
            self.steps = try reader.require(steps, "steps")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.optionalField("mode", mode)
            writer.field("steps", steps)
            writer.endObject()
        }

        /// The type `(fast, slow)` of `mode`.
        public enum Mode: String, VarlinkEnum, CaseIterable {
            /// The value `fast`.
            case fast
            /// The value `slow`.
            case slow
        }

        /// The type `(name: string)` of `steps`.
        public struct Steps: VarlinkValue, Hashable {
            /// The field `name: string`.
            public var name: String

            /// Creates a value from its fields.
            public init(name: String) {
                self.name = name
            }

            /// Decodes the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var name: String?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "name":
                        name = try reader.field("name", as: String.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.name = try reader.require(name, "name")
            }

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("name", name)
                writer.endObject()
            }
        }
    }
}

/// An implementation of `org.example.method-inline-types`, with a function for each method.
public protocol MethodInlineTypesService: VarlinkInterface {
    /// The method `Start`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func start(
        mode: MethodInlineTypesContract.StartParameters.Mode,
        place: MethodInlineTypesContract.StartParameters.Place?,
        context: CallContext
    ) async throws -> MethodInlineTypesContract.StartReply
}

extension MethodInlineTypesService {
    /// The contract of `org.example.method-inline-types`.
    public static var contract: VarlinkContract { MethodInlineTypesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Start":
            let parameters = try call.parameters(as: MethodInlineTypesContract.StartParameters.self)
            let reply = try await start(mode: parameters.mode, place: parameters.place, context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-inline-types`.
public struct MethodInlineTypesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Start`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func start(
        mode: MethodInlineTypesContract.StartParameters.Mode,
        place: MethodInlineTypesContract.StartParameters.Place? = nil
    ) async throws -> MethodInlineTypesContract.StartReply {
        try await caller.call(
            "org.example.method-inline-types.Start",
            MethodInlineTypesContract.StartParameters(mode: mode, place: place),
            returning: MethodInlineTypesContract.StartReply.self,
            errors: NoErrors.self)
    }
}
