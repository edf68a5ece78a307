/// The bytes of one JSON value that are known to be well-formed.
///
/// What messages carry as parameters: decoded into a type by the one who knows which, or handed on as it is.
public struct EncodedJSON: Sendable {
    let bytes: [UInt8]
    let range: Range<Int>

    /// The object without members.
    static let emptyObject = EncodedJSON(trusting: [UInt8(ascii: "{"), UInt8(ascii: "}")])

    /// Takes bytes that the scanner or the writer has seen.
    init(trusting bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        self.range = range ?? 0..<bytes.count
    }

    /// Checks that bytes are one JSON value.
    ///
    /// - Parameters:
    ///   - bytes: The value in UTF-8. Whitespace around it is allowed.
    ///   - maximumDepth: How deeply arrays and objects may be nested; 2048 by default.
    /// - Throws: ``JSONSyntaxError``.
    public init(parsing bytes: [UInt8], maximumDepth: Int = 2048) throws(JSONSyntaxError) {
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        try scanner.scan()
        self.init(trusting: bytes)
        if let duplicate = scanner.duplicateKey {
            var reader = JSONReader(trusting: bytes, from: duplicate.offset, to: bytes.count)
            throw JSONSyntaxError(.duplicateKey(reader.readString()), at: duplicate.offset)
        }
    }

    /// Encodes a value.
    ///
    /// - Throws: ``VarlinkEncodingError`` when the value holds something that Varlink can't carry.
    public init(_ value: some VarlinkValue) throws(VarlinkEncodingError) {
        var writer = JSONWriter()
        value.write(to: &writer)
        self.init(trusting: try writer.finish())
    }

    /// Decodes the value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - unknownFields: What becomes of fields that a type does not have; refused by default.
    /// - Returns: The value.
    /// - Throws: ``VarlinkDecodingError`` when the value is not of this type.
    public func decode<Value: VarlinkValue>(
        as type: Value.Type = Value.self, unknownFields: JSONReader.UnknownFields = .refuse
    ) throws(VarlinkDecodingError) -> Value {
        var reader = JSONReader(self, unknownFields: unknownFields)
        return try Value(from: &reader)
    }

    /// Decodes the value within a memory limit.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - limit: The maximum memory that the value may take, in bytes.
    /// - Returns: The value, and an estimate of the memory that it takes.
    /// - Throws: ``VarlinkDecodingError`` when the value is not of this type, or exceeds the limit.
    func decode<Value: VarlinkValue>(
        as type: Value.Type, within limit: Int
    ) throws(VarlinkDecodingError) -> (value: Value, size: Int) {
        var reader = JSONReader(self, unknownFields: .refuse)
        reader.footprint.limit = limit
        return (try Value(from: &reader), reader.footprint.size)
    }

    /// The text of the value, as it was written.
    public var text: String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Whether the value is an object.
    var isObject: Bool {
        JSONReader(self, unknownFields: .skip).kind == .object
    }

    /// Whether the value is an object without members.
    var isEmptyObject: Bool {
        range.count == 2 && bytes[range.lowerBound] == UInt8(ascii: "{")
    }
}
