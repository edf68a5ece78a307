// Generated from org.example.error-with-parameters.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.error-with-parameters`.
public enum ErrorWithParametersContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.error-with-parameters",
        description: #"""
            interface org.example.error-with-parameters

            type Item (
              id: string
            )

            error Missing (id: string)

            error Conflict (item: Item, since: ?int, others: []Item)

            """#,
        methods: [])

    /// The type `Item`.
    public struct Item: VarlinkValue, Hashable {
        /// The field `id: string`.
        public var id: String

        /// Creates a value from its fields.
        public init(id: String) {
            self.id = id
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var id: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "id":
                    id = try reader.field("id", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.id = try reader.require(id, "id")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("id", id)
            writer.endObject()
        }
    }
}

/// The errors of `org.example.error-with-parameters`.
public enum ErrorWithParametersError: VarlinkError, Hashable {
    /// The error `Missing`.
    case missing(id: String)
    /// The error `Conflict`.
    case conflict(item: ErrorWithParametersContract.Item, since: Int?, others: [ErrorWithParametersContract.Item])

    /// The interface that declares these errors.
    public static let interface = "org.example.error-with-parameters"

    /// The name of the error, without the name of the interface.
    public var name: String {
        switch self {
        case .missing: "Missing"
        case .conflict: "Conflict"
        }
    }

    /// Encodes the parameters of the error as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .missing(let id):
            writer.field("id", id)
        case .conflict(let item, let since, let others):
            writer.field("item", item)
            writer.optionalField("since", since)
            writer.field("others", others)
        }
        writer.endObject()
    }

    /// Decodes the parameters of an error. The result is nil if the interface has no error of this name.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Missing":
            var id: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "id":
                    id = try reader.field("id", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .missing(id: try reader.require(id, "id"))
        case "Conflict":
            var item: ErrorWithParametersContract.Item?
            var since: Int?
            var others: [ErrorWithParametersContract.Item]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "item":
                    item = try reader.field("item", as: ErrorWithParametersContract.Item.self)
                case "since":
                    since = try reader.optionalField("since", as: Int.self)
                case "others":
                    others = try reader.field("others", as: [ErrorWithParametersContract.Item].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .conflict(
                item: try reader.require(item, "item"),
                since: since,
                others: try reader.require(others, "others"))
        default:
            return nil
        }
    }
}

/// An implementation of `org.example.error-with-parameters`, with a function for each method.
public protocol ErrorWithParametersService: VarlinkInterface {}

extension ErrorWithParametersService {
    /// The contract of `org.example.error-with-parameters`.
    public static var contract: VarlinkContract { ErrorWithParametersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.error-with-parameters`.
public struct ErrorWithParametersClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
