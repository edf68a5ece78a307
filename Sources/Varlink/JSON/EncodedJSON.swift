/// The bytes of one JSON value, known to be well-formed.
///
/// The type represents the parameters of a message, which are decoded once their type is known, or forwarded unchanged.
public struct EncodedJSON: Sendable {
    let bytes: [UInt8]
    let range: Range<Int>

    /// The object without members.
    static let emptyObject = EncodedJSON(trusting: [UInt8(ascii: "{"), UInt8(ascii: "}")])

    /// Wraps bytes that the scanner or the writer has validated.
    init(trusting bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        self.range = range ?? 0..<bytes.count
    }

    /// Validates that the bytes are one JSON value.
    ///
    /// - Parameters:
    ///   - bytes: The value in UTF-8. Whitespace around it is allowed.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects; 2048 by default.
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
    /// - Throws: ``VarlinkEncodingError`` when Varlink cannot represent the value.
    public init(_ value: some VarlinkValue) throws(VarlinkEncodingError) {
        var writer = JSONWriter()
        value.write(to: &writer)
        self.init(trusting: try writer.finish())
    }

    /// Decodes the value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - unknownFields: The treatment of fields that a type does not have; rejected by default.
    /// - Returns: The decoded value.
    /// - Throws: ``VarlinkDecodingError`` when the value does not have this type.
    public func decode<Value: VarlinkValue>(
        as type: Value.Type = Value.self, unknownFields: JSONReader.UnknownFields = .reject
    ) throws(VarlinkDecodingError) -> Value {
        var reader = JSONReader(self, unknownFields: unknownFields)
        return try Value(from: &reader)
    }

    /// Decodes the value within a memory limit.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - limit: The maximum memory of the decoded value, in bytes.
    /// - Returns: The value, and an estimate of its memory in bytes.
    /// - Throws: ``VarlinkDecodingError`` when the value does not have this type or exceeds the limit.
    func decode<Value: VarlinkValue>(
        as type: Value.Type, within limit: Int
    ) throws(VarlinkDecodingError) -> (value: Value, size: Int) {
        var reader = JSONReader(self, unknownFields: .reject)
        reader.footprint.limit = limit
        return (try Value(from: &reader), reader.footprint.size)
    }

    /// The text of the value, as it was received or written.
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
