// Generated from org.example.inline-struct.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.inline-struct`.
public enum InlineStructContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.inline-struct",
        description: #"""
            interface org.example.inline-struct

            type Holder (
              place: (latitude: float, longitude: float),
              before: ?(latitude: float),
              steps: [](name: string),
              options: [string](enabled: bool)
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `place: (latitude: float, longitude: float)`.
        public var place: Place
        /// The field `before: ?(latitude: float)`.
        public var before: Before?
        /// The field `steps: [](name: string)`.
        public var steps: [Steps]
        /// The field `options: [string](enabled: bool)`.
        public var options: [String: Options]

        /// Creates a value from its fields.
        public init(place: Place, before: Before? = nil, steps: [Steps], options: [String: Options]) {
            self.place = place
            self.before = before
            self.steps = steps
            self.options = options
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var place: Place?
            var before: Before?
            var steps: [Steps]?
            var options: [String: Options]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "place":
                    place = try reader.field("place", as: Place.self)
                case "before":
                    before = try reader.optionalField("before", as: Before.self)
                case "steps":
                    steps = try reader.field("steps", as: [Steps].self)
                case "options":
                    options = try reader.field("options", as: [String: Options].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.place = try reader.require(place, "place")
            self.before = before
            self.steps = try reader.require(steps, "steps")
            self.options = try reader.require(options, "options")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("place", place)
            writer.optionalField("before", before)
            writer.field("steps", steps)
            writer.field("options", options)
            writer.endObject()
        }

        /// The type `(latitude: float, longitude: float)` of `place`.
        public struct Place: VarlinkValue, Hashable {
            /// The field `latitude: float`.
            public var latitude: Double
            /// The field `longitude: float`.
            public var longitude: Double

            /// Creates a value from its fields.
            public init(latitude: Double, longitude: Double) {
                self.latitude = latitude
                self.longitude = longitude
            }

            /// Decodes the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var latitude: Double?
                var longitude: Double?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "latitude":
                        latitude = try reader.field("latitude", as: Double.self)
                    case "longitude":
                        longitude = try reader.field("longitude", as: Double.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.latitude = try reader.require(latitude, "latitude")
                self.longitude = try reader.require(longitude, "longitude")
            }

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("latitude", latitude)
                writer.field("longitude", longitude)
                writer.endObject()
            }
        }

        /// The type `(latitude: float)` of `before`.
        public struct Before: VarlinkValue, Hashable {
            /// The field `latitude: float`.
            public var latitude: Double

            /// Creates a value from its fields.
            public init(latitude: Double) {
                self.latitude = latitude
            }

            /// Decodes the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var latitude: Double?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "latitude":
                        latitude = try reader.field("latitude", as: Double.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.latitude = try reader.require(latitude, "latitude")
            }

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("latitude", latitude)
                writer.endObject()
            }
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

        /// The type `(enabled: bool)` of `options`.
        public struct Options: VarlinkValue, Hashable {
            /// The field `enabled: bool`.
            public var enabled: Bool

            /// Creates a value from its fields.
            public init(enabled: Bool) {
                self.enabled = enabled
            }

            /// Decodes the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var enabled: Bool?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "enabled":
                        enabled = try reader.field("enabled", as: Bool.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.enabled = try reader.require(enabled, "enabled")
            }

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("enabled", enabled)
                writer.endObject()
            }
        }
    }
}

/// An implementation of `org.example.inline-struct`, with a function for each method.
public protocol InlineStructService: VarlinkInterface {}

extension InlineStructService {
    /// The contract of `org.example.inline-struct`.
    public static var contract: VarlinkContract { InlineStructContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.inline-struct`.
public struct InlineStructClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
