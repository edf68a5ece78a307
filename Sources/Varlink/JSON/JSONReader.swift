/// Reads one JSON value from its bytes, part by part, without a tree in between.
///
/// A reader exists only over bytes that are well-formed JSON, so reading fails for one reason alone: the value is of
/// another type than the one that is asked for. The caller follows the shape of the value, and consumes each value
/// whole:
///
///     try reader.beginObject()
///     while let key = try reader.nextKey() {
///         switch key {
///         case "id": id = try reader.field("id", as: String.self)
///         default: try reader.unknownField(key)
///         }
///     }
///
/// After an error the reader is in the middle of a value, and is not used any more.
public struct JSONReader: Sendable {
    /// What becomes of a field that a type does not have.
    public enum UnknownFields: Hashable, Sendable {
        /// Refused by an error: what a service does with the parameters of a call.
        case refuse
        /// Skipped: what a client does with the parameters of a reply, so that a service may add fields.
        case skip
    }

    /// How deeply the values of declared types may be nested.
    ///
    /// As they call each other to be read, this bounds the stack that input can make a thread use. A ``JSONValue`` is
    /// read without recursion, and does not count.
    static let maximumTypedDepth = 512

    let bytes: [UInt8]
    let end: Int
    var position: Int

    /// How many values of declared types are being read inside each other.
    var depth = 0

    /// The memory that the values read so far take, in bytes.
    var footprint = JSONFootprint()

    /// What becomes of fields that a type does not have.
    public let unknownFields: UnknownFields

    /// Reads a value that is known to be well-formed.
    public init(_ value: EncodedJSON, unknownFields: UnknownFields) {
        self.init(
            trusting: value.bytes, from: value.range.lowerBound, to: value.range.upperBound,
            unknownFields: unknownFields)
    }

    /// Reads a piece of bytes that the scanner has seen.
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
    /// The kinds of values that JSON has.
    enum Kind {
        case object, array, string, number, bool, null

        /// The kind with its article.
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

    /// The kind of the value that begins here.
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

    /// Whether the value that begins here is null.
    public var isNull: Bool {
        bytes[position] == UInt8(ascii: "n")
    }

    /// The error that the value which begins here is not of the type that is expected.
    func mismatch(expected: String) -> VarlinkDecodingError {
        isNull
            ? VarlinkDecodingError(.null)
            : VarlinkDecodingError(.wrongType(expected: expected, found: kind.phrase))
    }

    /// Goes one deeper, because a value of a declared type begins.
    mutating func beginContainer() throws(VarlinkDecodingError) {
        if depth == Self.maximumTypedDepth { throw VarlinkDecodingError(.tooDeep(limit: Self.maximumTypedDepth)) }
        depth += 1
    }

    func require(_ expected: Kind) throws(VarlinkDecodingError) {
        if kind != expected { throw mismatch(expected: expected.phrase) }
    }
}
