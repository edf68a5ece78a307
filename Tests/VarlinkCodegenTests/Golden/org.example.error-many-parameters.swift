// Generated from org.example.error-many-parameters.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.error-many-parameters`.
public enum ErrorManyParametersContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.error-many-parameters",
        description: #"""
            interface org.example.error-many-parameters

            error Refused (
              theFirstOfManyParameters: string,
              theSecondOfManyParameters: int,
              theThirdOfManyParameters: bool
            )

            """#,
        methods: [])
}

/// The errors of `org.example.error-many-parameters`.
public enum ErrorManyParametersError: VarlinkError, Hashable {
    /// The error `Refused`.
    case refused(theFirstOfManyParameters: String, theSecondOfManyParameters: Int, theThirdOfManyParameters: Bool)

    /// The interface that declares these errors.
    public static let interface = "org.example.error-many-parameters"

    /// The name of the error, without the name of the interface.
    public var name: String {
        switch self {
        case .refused: "Refused"
        }
    }

    /// Encodes the parameters of the error as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .refused(let theFirstOfManyParameters, let theSecondOfManyParameters, let theThirdOfManyParameters):
            writer.field("theFirstOfManyParameters", theFirstOfManyParameters)
            writer.field("theSecondOfManyParameters", theSecondOfManyParameters)
            writer.field("theThirdOfManyParameters", theThirdOfManyParameters)
        }
        writer.endObject()
    }

    /// Decodes the parameters of an error. The result is nil if the interface has no error of this name.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Refused":
            var theFirstOfManyParameters: String?
            var theSecondOfManyParameters: Int?
            var theThirdOfManyParameters: Bool?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "theFirstOfManyParameters":
                    theFirstOfManyParameters = try reader.field("theFirstOfManyParameters", as: String.self)
                case "theSecondOfManyParameters":
                    theSecondOfManyParameters = try reader.field("theSecondOfManyParameters", as: Int.self)
                case "theThirdOfManyParameters":
                    theThirdOfManyParameters = try reader.field("theThirdOfManyParameters", as: Bool.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self = .refused(
                theFirstOfManyParameters: try reader.require(theFirstOfManyParameters, "theFirstOfManyParameters"),
                theSecondOfManyParameters: try reader.require(theSecondOfManyParameters, "theSecondOfManyParameters"),
                theThirdOfManyParameters: try reader.require(theThirdOfManyParameters, "theThirdOfManyParameters"))
        default:
            return nil
        }
    }
}

/// An implementation of `org.example.error-many-parameters`, with a function for each method.
public protocol ErrorManyParametersService: VarlinkInterface {}

extension ErrorManyParametersService {
    /// The contract of `org.example.error-many-parameters`.
    public static var contract: VarlinkContract { ErrorManyParametersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.error-many-parameters`.
public struct ErrorManyParametersClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
