// Generated from org.example.error-comments.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.error-comments`.
public enum ErrorCommentsContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.error-comments",
        description: #"""
            interface org.example.error-comments

            # It broke.
            error Broken (
              # Where.
              place: string,
              # Why.
              reason: string
            )

            # Partly described.
            error Lost (
              # What.
              what: string,
              since: int
            )

            """#,
        methods: [])
}

/// The errors of `org.example.error-comments`.
public enum ErrorCommentsError: VarlinkError, Hashable {
    /// It broke.
    ///
    /// - Parameters:
    ///   - place: Where.
    ///   - reason: Why.
    case broken(place: String, reason: String)
    /// Partly described.
    case lost(what: String, since: Int)

    /// The interface that declares these errors.
    public static let interface = "org.example.error-comments"

    /// The name of the error, without the name of the interface.
    public var name: String {
        switch self {
        case .broken: "Broken"
        case .lost: "Lost"
        }
    }

    /// Encodes the parameters of the error as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .broken(let place, let reason):
            writer.field("place", place)
            writer.field("reason", reason)
        case .lost(let what, let since):
            writer.field("what", what)
            writer.field("since", since)
        }
        writer.endObject()
    }

    /// Decodes the parameters of an error. The result is nil if the interface has no error of this name.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Broken":
            var place: String?
            var reason: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "place":
                    place = try reader.field("place", as: String.self)
                case "reason":
                    reason = try reader.field("reason", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .broken(place: try reader.require(place, "place"), reason: try reader.require(reason, "reason"))
        case "Lost":
            var what: String?
            var since: Int?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "what":
                    what = try reader.field("what", as: String.self)
                case "since":
                    since = try reader.field("since", as: Int.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .lost(what: try reader.require(what, "what"), since: try reader.require(since, "since"))
        default:
            return nil
        }
    }
}

/// An implementation of `org.example.error-comments`, with a function for each method.
public protocol ErrorCommentsService: VarlinkInterface {}

extension ErrorCommentsService {
    /// The contract of `org.example.error-comments`.
    public static var contract: VarlinkContract { ErrorCommentsContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.error-comments`.
public struct ErrorCommentsClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
