// Generated from org.example.method-many-parameters.varlink. Do not edit: change the interface and build again.

public import Varlink

/// A list that exceeds the length of a line has one line per entry.
public enum MethodManyParametersContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.method-many-parameters",
        description: #"""
            # A list that exceeds the length of a line has one line per entry.
            interface org.example.method-many-parameters

            method Store(
              theFirstOfManyParameters: string,
              theSecondOfManyParameters: ?int,
              theThirdOfMany: []bool
            ) -> (theNameOfTheResult: string)

            """#,
        methods: [
            VarlinkContract.Method(name: "Store", streaming: .never)
        ])

    /// The parameters of `Store`.
    public struct StoreParameters: VarlinkValue, Hashable {
        /// The field `theFirstOfManyParameters: string`.
        public var theFirstOfManyParameters: String
        /// The field `theSecondOfManyParameters: ?int`.
        public var theSecondOfManyParameters: Int?
        /// The field `theThirdOfMany: []bool`.
        public var theThirdOfMany: [Bool]

        /// Creates a value from its fields.
        public init(theFirstOfManyParameters: String, theSecondOfManyParameters: Int? = nil, theThirdOfMany: [Bool]) {
            self.theFirstOfManyParameters = theFirstOfManyParameters
            self.theSecondOfManyParameters = theSecondOfManyParameters
            self.theThirdOfMany = theThirdOfMany
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var theFirstOfManyParameters: String?
            var theSecondOfManyParameters: Int?
            var theThirdOfMany: [Bool]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "theFirstOfManyParameters":
                    theFirstOfManyParameters = try reader.field("theFirstOfManyParameters", as: String.self)
                case "theSecondOfManyParameters":
                    theSecondOfManyParameters = try reader.optionalField("theSecondOfManyParameters", as: Int.self)
                case "theThirdOfMany":
                    theThirdOfMany = try reader.field("theThirdOfMany", as: [Bool].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.theFirstOfManyParameters = try reader.require(theFirstOfManyParameters, "theFirstOfManyParameters")
            self.theSecondOfManyParameters = theSecondOfManyParameters
            self.theThirdOfMany = try reader.require(theThirdOfMany, "theThirdOfMany")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("theFirstOfManyParameters", theFirstOfManyParameters)
            writer.optionalField("theSecondOfManyParameters", theSecondOfManyParameters)
            writer.field("theThirdOfMany", theThirdOfMany)
            writer.endObject()
        }
    }

    /// The reply of `Store`.
    public struct StoreReply: VarlinkValue, Hashable {
        /// The field `theNameOfTheResult: string`.
        public var theNameOfTheResult: String

        /// Creates a value from its fields.
        public init(theNameOfTheResult: String) {
            self.theNameOfTheResult = theNameOfTheResult
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var theNameOfTheResult: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "theNameOfTheResult":
                    theNameOfTheResult = try reader.field("theNameOfTheResult", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.theNameOfTheResult = try reader.require(theNameOfTheResult, "theNameOfTheResult")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("theNameOfTheResult", theNameOfTheResult)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.method-many-parameters`, with a function for each method.
public protocol MethodManyParametersService: VarlinkInterface {
    /// The method `Store`.
    ///
    /// - Returns: The reply.
    /// - Throws: A `VarlinkError`. The router converts other errors.
    func store(
        theFirstOfManyParameters: String,
        theSecondOfManyParameters: Int?,
        theThirdOfMany: [Bool],
        context: CallContext
    ) async throws -> MethodManyParametersContract.StoreReply
}

extension MethodManyParametersService {
    /// The contract of `org.example.method-many-parameters`.
    public static var contract: VarlinkContract { MethodManyParametersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        switch call.method {
        case "Store":
            let parameters = try call.parameters(as: MethodManyParametersContract.StoreParameters.self)
            let reply = try await store(
                theFirstOfManyParameters: parameters.theFirstOfManyParameters,
                theSecondOfManyParameters: parameters.theSecondOfManyParameters,
                theThirdOfMany: parameters.theThirdOfMany,
                context: call.context)
            try call.reply(reply)
        default:
            throw ServiceError.methodNotFound(method: call.qualifiedMethod)
        }
    }
}

/// A client of `org.example.method-many-parameters`.
public struct MethodManyParametersClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }

    /// The method `Store`.
    ///
    /// - Returns: The reply.
    /// - Throws: `ServiceError`, or an error of the caller if the connection fails.
    public func store(
        theFirstOfManyParameters: String,
        theSecondOfManyParameters: Int? = nil,
        theThirdOfMany: [Bool]
    ) async throws -> MethodManyParametersContract.StoreReply {
        try await caller.call(
            "org.example.method-many-parameters.Store",
            MethodManyParametersContract.StoreParameters(
                theFirstOfManyParameters: theFirstOfManyParameters,
                theSecondOfManyParameters: theSecondOfManyParameters,
                theThirdOfMany: theThirdOfMany),
            returning: MethodManyParametersContract.StoreReply.self,
            errors: NoErrors.self)
    }
}
