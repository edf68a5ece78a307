/// A type that travels over Varlink as one JSON value.
///
/// The types of an interface conform through generated code. The types of the language are `Bool`, `Int` (64 bits),
/// `Double`, `String`, ``JSONValue``, arrays, dictionaries with `String` keys, and optionals inside those two.
public protocol VarlinkValue: Sendable {
    /// Reads a value, and consumes exactly one JSON value.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the JSON value is of another type.
    init(from reader: inout JSONReader) throws(VarlinkDecodingError)

    /// Writes the value as exactly one JSON value.
    func write(to writer: inout JSONWriter)
}
