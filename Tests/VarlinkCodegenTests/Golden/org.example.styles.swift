// Generated from org.example.styles.varlink. Do not edit: change the interface and build again.

public import Varlink

/// Names of other styles are converted to the style of Swift, with an underscore if they are then equal.
public enum StylesContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.styles",
        description: #"""
            # Names of other styles are converted to the style of Swift, with an underscore if they are then equal.
            interface org.example.styles

            type Styles (
              tylium_level: int,
              tyliumLevel: int,
              URLPath: string,
              ID: string,
              X509: string,
              X509Cert: string,
              MAX_SIZE: int,
              state: (READ_ONLY, read_write, ReadWrite, PLAIN)
            )

            method URLFetch() -> ()

            """#,
        methods: [
            VarlinkContract.Method(name: "URLFetch", streaming: .never)
        ])

    /// The type `Styles`.
    public struct Styles: VarlinkValue, Hashable {
        /// The field `tylium_level: int`.
        public var tyliumLevel: Int
        /// The field `tyliumLevel: int`.
        public var tyliumLevel_: Int
        /// The field `URLPath: string`.
        public var urlPath: String
        /// The field `ID: string`.
        public var id: String
        /// The field `X509: string`.
        public var x509: String
        /// The field `X509Cert: string`.
        public var x509Cert: String
        /// The field `MAX_SIZE: int`.
        public var maxSize: Int
        /// The field `state: (READ_ONLY, read_write, ReadWrite, PLAIN)`.
        public var state: State

        /// Creates a value from its fields.
        public init(
            tyliumLevel: Int,
            tyliumLevel_: Int,
            urlPath: String,
            id: String,
            x509: String,
            x509Cert: String,
            maxSize: Int,
            state: State
        ) {
            self.tyliumLevel = tyliumLevel
            self.tyliumLevel_ = tyliumLevel_
            self.urlPath = urlPath
            self.id = id
            self.x509 = x509
            self.x509Cert = x509Cert
            self.maxSize = maxSize
            self.state = state
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var tyliumLevel: Int?
            var tyliumLevel_: Int?
            var urlPath: String?
            var id: String?
            var x509: String?
            var x509Cert: String?
            var maxSize: Int?
            var state: State?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "tylium_level":
                    tyliumLevel = try reader.field("tylium_level", as: Int.self)
                case "tyliumLevel":
                    tyliumLevel_ = try reader.field("tyliumLevel", as: Int.self)
                case "URLPath":
                    urlPath = try reader.field("URLPath", as: String.self)
                case "ID":
                    id = try reader.field("ID", as: String.self)
                case "X509":
                    x509 = try reader.field("X509", as: String.self)
                case "X509Cert":
                    x509Cert = try reader.field("X509Cert", as: String.self)
                case "MAX_SIZE":
                    maxSize = try reader.field("MAX_SIZE", as: Int.self)
                case "state":
                    state = try reader.field("state", as: State.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.tyliumLevel = try reader.require(tyliumLevel, "tylium_level")
            self.tyliumLevel_ = try reader.require(tyliumLevel_, "tyliumLevel")
            self.urlPath = try reader.require(urlPath, "URLPath")
            self.id = try reader.require(id, "ID")
            self.x509 = try reader.require(x509, "X509")
            self.x509Cert = try reader.require(x509Cert, "X509Cert")
            self.maxSize = try reader.require(maxSize, "MAX_SIZE")
            self.state = try reader.require(state, "state")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("tylium_level", tyliumLevel)
            writer.field("tyliumLevel", tyliumLevel_)
            writer.field("URLPath", urlPath)
            writer.field("ID", id)
            writer.field("X509", x509)
            writer.field("X509Cert", x509Cert)
            writer.field("MAX_SIZE", maxSize)
            writer.field("state", state)
            writer.endObject()
        }

        /// The type `(READ_ONLY, read_write, ReadWrite, PLAIN)` of `state`.
        public enum State: String, VarlinkEnum, CaseIterable {
            /// The value `READ_ONLY`.
            case readOnly = "READ_ONLY"
            /// The value `read_write`.
            case readWrite = "read_write"
            /// The value `ReadWrite`.
            case readWrite_ = "ReadWrite"
            /// The value `PLAIN`.
            case plain = "PLAIN"
        }
    }

    /// The parameters of `URLFetch`.
    public struct URLFetchParameters: VarlinkValue, Hashable {
        /// Creates a value from its fields.
        public init() {}

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try reader.unknownField(key)
            }
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.endObject()
        }
    }

    /// The reply of `URLFetch`.
    public struct URLFetchReply: VarlinkValue, Hashable {
        /// Creates a value from its fields.
        public init() {}

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try reader.unknownField(key)
            }
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.styles`, with a function for each method.
public protocol StylesService: VarlinkInterface {
    /// The method `URLFetch`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func urlFetch(context: CallContext) async throws -> StylesContract.URLFetchReply
}

extension StylesService {
    /// The contract of `org.example.styles`.
    public static var contract: VarlinkContract { StylesContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "URLFetch":
            _ = try call.parameters(as: StylesContract.URLFetchParameters.self)
            let reply = try await urlFetch(context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.styles`.
public struct StylesClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `URLFetch`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func urlFetch() async throws -> StylesContract.URLFetchReply {
        try await caller.call(
            "org.example.styles.URLFetch",
            StylesContract.URLFetchParameters(),
            returning: StylesContract.URLFetchReply.self,
            errors: NoErrors.self)
    }
}
