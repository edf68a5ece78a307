// Generated from org.example.map.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.map`.
public enum MapContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.map",
        description: #"""
            interface org.example.map

            type Element (
              text: string
            )

            type Holder (
              numbers: [string]int,
              elements: [string]Element,
              objects: [string]object
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
        /// The field `numbers: [string]int`.
        public var numbers: [String: Int]
        /// The field `elements: [string]Element`.
        public var elements: [String: Element]
        /// The field `objects: [string]object`.
        public var objects: [String: JSONObject]

        /// Creates a value from its fields.
        public init(numbers: [String: Int], elements: [String: Element], objects: [String: JSONObject]) {
            self.numbers = numbers
            self.elements = elements
            self.objects = objects
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var numbers: [String: Int]?
            var elements: [String: Element]?
            var objects: [String: JSONObject]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "numbers":
                    numbers = try reader.field("numbers", as: [String: Int].self)
                case "elements":
                    elements = try reader.field("elements", as: [String: Element].self)
                case "objects":
                    objects = try reader.field("objects", as: [String: JSONObject].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.numbers = try reader.require(numbers, "numbers")
            self.elements = try reader.require(elements, "elements")
            self.objects = try reader.require(objects, "objects")
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("numbers", numbers)
            writer.field("elements", elements)
            writer.field("objects", objects)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.map`, with a function for each method.
public protocol MapService: VarlinkInterface {}

extension MapService {
    /// The contract of `org.example.map`.
    public static var contract: VarlinkContract { MapContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.map`.
public struct MapClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
