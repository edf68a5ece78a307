// Generated from org.example.3d.printer-2.4th.varlink. Do not edit: change the interface and build.

public import Varlink

/// Components of a name may begin with a digit, and have hyphens.
public enum Printer24thContract {
    /// What a server announces of this interface, and what a client may check against.
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

        /// Makes a value from its fields.
        public init(name: String) {
            self.name = name
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("name", name)
            writer.endObject()
        }
    }
}

/// What serves `org.example.3d.printer-2.4th`: one function for each method.
public protocol Printer24thService: VarlinkInterface {}

extension Printer24thService {
    /// The contract of `org.example.3d.printer-2.4th`.
    public static var contract: VarlinkContract { Printer24thContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.3d.printer-2.4th`.
public struct Printer24thClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
