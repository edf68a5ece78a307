/// A pull parser for one JSON value, which reads the value part by part without building a tree.
///
/// The bytes of a reader are always well-formed JSON, so reading fails only when a value does not have the expected
/// type. The caller follows the structure of the value, and consumes each value completely:
///
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///         switch key {
///         case "id": id = try reader.field("id", as: String.self)
///         default: try reader.unknownField(key)
///         }
///     }
///
/// After an error, the reader is in the middle of a value and must not be used again.
public struct JSONReader: Sendable {
    /// The treatment of a field that a type does not have.
    public enum UnknownFields: Hashable, Sendable {
        /// The field is rejected with an error.
        ///
        /// Services read the parameters of a call this way.
        case reject
        /// The field is skipped.
        ///
        /// Clients read the parameters of a reply this way, so that a service may add fields.
        case skip
    }

    /// The maximum nesting depth of values of declared types.
    ///
    /// Values of these types are read recursively, so the limit bounds the stack that input can consume. A
    /// ``JSONValue`` is read without recursion and does not count.
    static let maximumTypedDepth = 512

    let bytes: [UInt8]
    let end: Int
    var position: Int

    /// The current nesting depth of values of declared types.
    var depth = 0

    /// The memory of the values read so far.
    var footprint = JSONFootprint()

    /// The treatment of fields that a type does not have.
    public let unknownFields: UnknownFields

    /// Creates a reader of a value.
    public init(_ value: EncodedJSON, unknownFields: UnknownFields) {
        self.init(
            trusting: value.bytes, from: value.range.lowerBound, to: value.range.upperBound,
            unknownFields: unknownFields)
    }

    /// Creates a reader of a range of bytes that the scanner has validated.
    init(trusting bytes: [UInt8], from start: Int, to end: Int, unknownFields: UnknownFields = .skip) {
        self.bytes = bytes
        self.end = end
        self.position = start
        self.unknownFields = unknownFields
        skipWhitespace()
    }

    mutating func skipWhitespace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }
}

extension JSONReader {
    /// The kinds of JSON values.
    enum Kind {
        case object, array, string, number, bool, null

        /// The kind with its article, for messages.
        var phrase: String {
            switch self {
            case .object: "an object"
            case .array: "an array"
            case .string: "a string"
            case .number: "a number"
            case .bool: "a bool"
            case .null: "null"
            }
        }
    }

    /// The kind of the value at the current position.
    var kind: Kind {
        switch bytes[position] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// Whether the value at the current position is null.
    public var isNull: Bool {
        bytes[position] == UInt8(ascii: "n")
    }

    /// The error for a value at the current position that does not have the expected type.
    func mismatch(expected: String) -> VarlinkDecodingError {
        isNull
            ? VarlinkDecodingError(.null)
            : VarlinkDecodingError(.wrongType(expected: expected, found: kind.phrase))
    }

    /// Increments the depth at the beginning of a value of a declared type.
    mutating func beginContainer() throws(VarlinkDecodingError) {
        if depth == Self.maximumTypedDepth { throw VarlinkDecodingError(.tooDeep(limit: Self.maximumTypedDepth)) }
        depth += 1
    }

    func require(_ expected: Kind) throws(VarlinkDecodingError) {
        if kind != expected { throw mismatch(expected: expected.phrase) }
    }
}
