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
        switch reader.kind {
        case .null:
            reader.skipValue()
            self = .null
        case .bool: self = .bool(try reader.bool())
        case .string: self = .string(try reader.string())
        case .number: self = try Self.number(from: &reader)
        case .object: self = .object(try JSONObject(from: &reader))
        case .array:
            var elements: [JSONValue] = []
            try reader.beginArray()
            while reader.nextElement() {
                do {
                    elements.append(try JSONValue(nullableFrom: &reader))
                } catch {
                    throw error.inElement(String(elements.count))
                }
            }
            self = .array(elements)
        }
    }

    private static func number(from reader: inout JSONReader) throws(VarlinkDecodingError) -> JSONValue {
        let (text, isInteger) = reader.numberText()
        if isInteger, let value = Int64(text) { return .integer(value) }
        if isInteger, let value = UInt64(text) { return .unsigned(value) }
        guard let value = Double(text), value.isFinite else { throw VarlinkDecodingError(.outOfRange(text)) }
        return .number(value)
    }

    /// Writes the value.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .unsigned(let value): writer.integer(value)
        case .number(let value): writer.double(value)
        case .string(let value): writer.string(value)
        case .object(let value): value.write(to: &writer)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        }
    }
}
