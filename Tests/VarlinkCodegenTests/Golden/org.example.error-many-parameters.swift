// Generated from org.example.error-many-parameters.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.error-many-parameters`.
public enum ErrorManyParametersContract {
    /// What a server announces of this interface, and what a client may check against.
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

    /// The error's name, without that of the interface.
    public var name: String {
        switch self {
        case .refused: "Refused"
        }
    }

    /// Writes the error's parameters as a JSON object.
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

    /// Reads the error of a name from its parameters; nil where the interface has no such error.
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

/// What serves `org.example.error-many-parameters`: one function for each method.
public protocol ErrorManyParametersService: VarlinkInterface {}

extension ErrorManyParametersService {
    /// The contract of `org.example.error-many-parameters`.
    public static var contract: VarlinkContract { ErrorManyParametersContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.error-many-parameters`.
public struct ErrorManyParametersClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
