// Generated from org.example.error-without-parameters.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.error-without-parameters`.
public enum ErrorWithoutParametersContract {
    /// What a server announces of this interface, and what a client may check against.
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

    /// The error's name, without that of the interface.
    public var name: String {
        switch self {
        case .full: "Full"
        }
    }

    /// Writes the error's parameters as a JSON object.
    public func writeParameters(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .full:
            break
        }
        writer.endObject()
    }

    /// Reads the error of a name from its parameters; nil where the interface has no such error.
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

/// What serves `org.example.error-without-parameters`: one function for each method.
public protocol ErrorWithoutParametersService: VarlinkInterface {}

extension ErrorWithoutParametersService {
    /// The contract of `org.example.error-without-parameters`.
    public static var contract: VarlinkContract { ErrorWithoutParametersContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.error-without-parameters`.
public struct ErrorWithoutParametersClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
