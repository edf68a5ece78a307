// Generated from org.example.3d.printer-2.4th.varlink. Do not edit: change the interface and build again.

public import Varlink

/// Components of a name may begin with a digit, and have hyphens.
public enum Printer24thContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.3d.printer-2.4th",
        description: #"""
            # Components of a name may begin with a digit, and have hyphens.
            interface org.example.3d.printer-2.4th

            type Model (
              name: string
            )

            """#,
        methods: [])

    /// The type `Model`.
    public struct Model: VarlinkValue, Hashable {
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

/// An implementation of `org.example.3d.printer-2.4th`, with a function for each method.
public protocol Printer24thService: VarlinkInterface {}

extension Printer24thService {
    /// The contract of `org.example.3d.printer-2.4th`.
    public static var contract: VarlinkContract { Printer24thContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.3d.printer-2.4th`.
public struct Printer24thClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
