// Generated from org.example.type-comments.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.type-comments`.
public enum TypeCommentsContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.type-comments",
        description: #"""
            interface org.example.type-comments

            # A type,
            #   with an indented line.
            #
            # And a second paragraph.
            type Thing (
              # A field,
              # in two lines.
              name: string,
              # An anonymous type.
              place: (
                # A field of the anonymous type.
                line: int
              ),
              undocumented: int
            )

            """#,
        methods: [])

    /// A type,
    ///   with an indented line.
    ///
    /// And a second paragraph.
    public struct Thing: VarlinkValue, Hashable {
        /// A field,
        /// in two lines.
        public var name: String
        /// An anonymous type.
        public var place: Place
        /// The field `undocumented: int`.
        public var undocumented: Int

        /// Creates a value from its fields.
        public init(name: String, place: Place, undocumented: Int) {
            self.name = name
            self.place = place
            self.undocumented = undocumented
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var name: String?
            var place: Place?
            var undocumented: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "name":
                    name = try reader.field("name", as: String.self)
                case "place":
                    place = try reader.field("place", as: Place.self)
                case "undocumented":
                    undocumented = try reader.field("undocumented", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.name = try reader.require(name, "name")
            self.place = try reader.require(place, "place")
            self.undocumented = try reader.require(undocumented, "undocumented")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("name", name)
            writer.field("place", place)
            writer.field("undocumented", undocumented)
            writer.endObject()
        }

        /// The type `(line: int)` of `place`.
        public struct Place: VarlinkValue, Hashable {
            /// A field of the anonymous type.
            public var line: Int

            /// Creates a value from its fields.
            public init(line: Int) {
                self.line = line
            }

            /// Decodes the value from JSON.
            public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
                var line: Int?
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "line":
                        line = try reader.field("line", as: Int.self)
                    default:
                        try reader.unknownField(key)
                    }
                }
                self.line = try reader.require(line, "line")
            }

            /// Encodes the value as JSON.
            public func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.field("line", line)
                writer.endObject()
            }
        }
    }
}

/// An implementation of `org.example.type-comments`, with a function for each method.
public protocol TypeCommentsService: VarlinkInterface {}

extension TypeCommentsService {
    /// The contract of `org.example.type-comments`.
    public static var contract: VarlinkContract { TypeCommentsContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.type-comments`.
public struct TypeCommentsClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
