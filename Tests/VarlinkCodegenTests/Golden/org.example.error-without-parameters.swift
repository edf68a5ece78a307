// Generated from org.example.error-without-parameters.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.error-without-parameters`.
public enum ErrorWithoutParametersContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.error-without-parameters",
        description: #"""
            interface org.example.error-without-parameters

            error Full ()

            """#,
        methods: [])
}

/// The errors of `org.example.error-without-parameters`.
public enum ErrorWithoutParametersError: VarlinkError, Hashable {
    /// The error `Full`.
    case full

    /// The interface that declares these errors.
    public static let interface = "org.example.error-without-parameters"

    /// The name of the error, without the name of the interface.
    public var name: String {
        switch self {
        case .full: "Full"
        }
    }

    /// Encodes the parameters of the error as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .full:
            break
        }
        writer.endObject()
    }

    /// Decodes the parameters of an error. The result is nil if the interface has no error of this name.
    public init?(name: String, parameters reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch name {
        case "Full":
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try reader.unknownField(key)
            }
            self = .full
        default:
            return nil
        }
    }
}

/// An implementation of `org.example.error-without-parameters`, with a function for each method.
public protocol ErrorWithoutParametersService: VarlinkInterface {}

extension ErrorWithoutParametersService {
    /// The contract of `org.example.error-without-parameters`.
    public static var contract: VarlinkContract { ErrorWithoutParametersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.error-without-parameters`.
public struct ErrorWithoutParametersClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
