/// Any JSON value, as a tree: for tools, and for the types `object` and `any` of the interface language.
public indirect enum JSONValue: Hashable, Sendable {
    /// null
    case null
    /// true or false
    case bool(Bool)
    /// An integer of 64 bits with its sign.
    case integer(Int64)
    /// An integer beyond ``integer(_:)``, up to 2⁶⁴−1.
    case unsigned(UInt64)
    /// A number with a fraction or an exponent, or an integer beyond ``unsigned(_:)``, as a double.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; its members keep their order.
    case object(JSONObject)

    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - text: One JSON value. Whitespace around it is allowed.
    ///   - maximumDepth: How deeply arrays and objects may be nested; 2048 by default.
    /// - Throws: ``JSONSyntaxError``, or ``VarlinkDecodingError`` for a number beyond the range of a double.
    public init(parsing text: String, maximumDepth: Int = 2048) throws {
        let encoded = try EncodedJSON(parsing: Array(text.utf8), maximumDepth: maximumDepth)
        var reader = JSONReader(encoded, unknownFields: .skip)
        try self.init(nullableFrom: &reader)
    }
}

extension JSONValue: VarlinkValue {
    /// Reads any value but null; inside arrays and objects null is read too.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        if reader.isNull { throw VarlinkDecodingError(.null) }
        try self.init(nullableFrom: &reader)
    }

    /// Reads any value.
    init(nullableFrom reader: inout JSONReader) throws(VarlinkDecodingError) {
        var builder = JSONTreeBuilder()
        self = try builder.build(from: &reader)
    }

    /// Writes the value.
    public func write(to writer: inout JSONWriter) {
        JSONTreeWriter.write(self, to: &writer)
    }
}
