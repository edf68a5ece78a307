// Generated from org.example.array.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.array`.
public enum ArrayContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.array",
        description: #"""
            interface org.example.array

            type Element (
              text: string
            )

            type Holder (
              numbers: []int,
              elements: []Element,
              values: []any
            )

            """#,
        methods: [])

    /// The type `Element`.
    public struct Element: VarlinkValue, Hashable {
        /// The field `text: string`.
        public var text: String

        /// Creates a value from its fields.
        public init(text: String) {
            self.text = text
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var text: String?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "text":
                    text = try reader.field("text", as: String.self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.text = try reader.require(text, "text")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("text", text)
            writer.endObject()
        }
    }

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `numbers: []int`.
        public var numbers: [Int]
        /// The field `elements: []Element`.
        public var elements: [Element]
        /// The field `values: []any`.
        public var values: [JSONValue]

        /// Creates a value from its fields.
        public init(numbers: [Int], elements: [Element], values: [JSONValue]) {
            self.numbers = numbers
            self.elements = elements
            self.values = values
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var numbers: [Int]?
            var elements: [Element]?
            var values: [JSONValue]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "numbers":
                    numbers = try reader.field("numbers", as: [Int].self)
                case "elements":
                    elements = try reader.field("elements", as: [Element].self)
                case "values":
                    values = try reader.field("values", as: [JSONValue].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.numbers = try reader.require(numbers, "numbers")
            self.elements = try reader.require(elements, "elements")
            self.values = try reader.require(values, "values")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("numbers", numbers)
            writer.field("elements", elements)
            writer.field("values", values)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.array`, with a function for each method.
public protocol ArrayService: VarlinkInterface {}

extension ArrayService {
    /// The contract of `org.example.array`.
    public static var contract: VarlinkContract { ArrayContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.array`.
public struct ArrayClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
