/// Any JSON value, as a tree.
///
/// Tools use it for values of unknown types. Generated code uses it for the types `object` and `any`.
public indirect enum JSONValue: Hashable, Sendable {
    /// null
    case null
    /// true or false
    case bool(Bool)
    /// A signed 64-bit integer.
    case integer(Int64)
    /// An integer above the range of ``integer(_:)``, up to 2⁶⁴−1.
    case unsigned(UInt64)
    /// A number with a fraction or an exponent, or an integer above ``unsigned(_:)``, as a double.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    ///
    /// The members keep their order.
    case object(JSONObject)

    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - text: One JSON value. Whitespace around it is allowed.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects; 2048 by default.
    /// - Throws: ``JSONSyntaxError``, or ``VarlinkDecodingError`` for a number beyond the range of a double.
    public init(parsing text: String, maximumDepth: Int = 2048) throws {
        let encoded = try EncodedJSON(parsing: Array(text.utf8), maximumDepth: maximumDepth)
        var reader = JSONReader(encoded, unknownFields: .skip)
        try self.init(nullableFrom: &reader)
    }
}

extension JSONValue: VarlinkValue {
    /// Reads any value except null.
    ///
    /// Null inside arrays and objects is allowed.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        if reader.isNull { throw VarlinkDecodingError(.null) }
        try self.init(nullableFrom: &reader)
    }

    /// Reads any value, null included.
    init(nullableFrom reader: inout JSONReader) throws(VarlinkDecodingError) {
        var builder = JSONTreeBuilder()
        self = try builder.build(from: &reader)
    }

    /// Writes the value.
    public func write(to writer: inout JSONWriter) {
        JSONTreeWriter.write(self, to: &writer)
    }
}
