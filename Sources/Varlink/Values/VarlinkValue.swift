/// A type that is encoded as one JSON value.
///
/// The generated types of an interface conform to this protocol. The types of the interface language are `Bool`, `Int`
/// (64 bits), `Double`, `String`, ``JSONValue``, arrays, dictionaries with `String` keys, and optionals inside arrays
/// and dictionaries.
public protocol VarlinkValue: Sendable {
    /// Reads exactly one JSON value.
    ///
    /// - Throws: ``VarlinkDecodingError`` when the JSON value has another type.
    init(from reader: inout JSONReader) throws(VarlinkDecodingError)

    /// Writes the value as exactly one JSON value.
    func write(to writer: inout JSONWriter)
}
