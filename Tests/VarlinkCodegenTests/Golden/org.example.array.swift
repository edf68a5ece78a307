// Generated from org.example.array.varlink. Do not edit: change the interface and build.

public import Varlink

/// The interface `org.example.array`.
public enum ArrayContract {
    /// What a server announces of this interface, and what a client may check against.
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

        /// Makes a value from its fields.
        public init(text: String) {
            self.text = text
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
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

        /// Makes a value from its fields.
        public init(numbers: [Int], elements: [Element], values: [JSONValue]) {
            self.numbers = numbers
            self.elements = elements
            self.values = values
        }

        /// Reads the value from JSON.
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

        /// Writes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("numbers", numbers)
            writer.field("elements", elements)
            writer.field("values", values)
            writer.endObject()
        }
    }
}

/// What serves `org.example.array`: one function for each method.
public protocol ArrayService: VarlinkInterface {}

extension ArrayService {
    /// The contract of `org.example.array`.
    public static var contract: VarlinkContract { ArrayContract.contract }

    /// Calls the function for the method that a call names, and replies with what it returns.
    ///
    /// - Parameter call: The call, with its parameters still as JSON.
    /// - Throws: `ServiceError` where the call does not fit the contract; else what the function throws.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.array`.
public struct ArrayClient: Sendable {
    /// What carries the calls: a connection, or a router in this process.
    public let caller: any VarlinkCaller

    /// Makes a client.
    ///
    /// - Parameter caller: What carries the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
